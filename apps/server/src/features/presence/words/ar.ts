import type { en as English } from './en.ts'

export const ar: typeof English = {
  dataExports: { files: { presence: 'متى كنت متصلًا آخر مرة، وبأي جهاز.' } },
}
