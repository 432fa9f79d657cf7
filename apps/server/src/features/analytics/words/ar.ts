import type { en as English } from './en.ts'

export const ar: typeof English = {
  dataExports: { files: { analytics: 'ما سُجّل من استخدامك للصفحات.' } },
}
