import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: { locked: 'Dieser Schritt öffnet sich, wenn der vorige erledigt ist.' },
  learning: { locked: 'Gesperrt. Zuerst abschließen: {{title}}' },
}
