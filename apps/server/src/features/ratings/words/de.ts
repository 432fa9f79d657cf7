import type { en as English } from './en.ts'

export const de: typeof English = {
  dataExports: { files: { ratings: 'Ihre Bewertungen und Kommentare.' } },
}
