import type { en as English } from './en.ts'

export const ar: typeof English = {
  dataExports: { files: { dueExtensions: 'المواعيد التي مُددت لك مع السبب.' } },
  audit: { actions: { extensions: { extend: 'مُدد موعد الاستحقاق' } } },
}
