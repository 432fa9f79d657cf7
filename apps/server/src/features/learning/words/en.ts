export const en = {
  reason: { locked: 'This step unlocks when the previous one is done.' },
  learning: { locked: 'Locked. First finish: {{title}}' },
}
