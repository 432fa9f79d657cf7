import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: { locked: 'تُفتح هذه الخطوة بعد إكمال الخطوة التي قبلها.' },
  learning: { locked: 'مقفل. أكمل أولاً: {{title}}' },
}
