import type { en as English } from './en.ts'

export const ar: typeof English = { attempts: { sameHost: 'فُتح Learnt تحت اسم مضيف حزمه. افتحه على عنوانه الخاص.' } }
