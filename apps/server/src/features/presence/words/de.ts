import type { en as English } from './en.ts'

export const de: typeof English = {
  dataExports: { files: { presence: 'Wann und mit welchem Gerät Sie zuletzt online waren.' } },
}
