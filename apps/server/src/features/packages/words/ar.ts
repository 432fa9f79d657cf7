import type { en as English } from './en.ts'

export const ar: typeof English = {
  audit: { actions: { packages: { import: 'بدأ استيراد حزمة', store: 'حُفظت حزمة' } }, subjects: { package: 'حزمة' } },
}
