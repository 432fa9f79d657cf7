export const en = {
  search: {
    locked: 'Locked. First finish: {{title}}',
  },
}
