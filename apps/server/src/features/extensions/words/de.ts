import type { en as English } from './en.ts'

export const de: typeof English = {
  dataExports: { files: { dueExtensions: 'Verlängerte Fristen, die Ihnen jemand gegeben hat, mit dem Grund.' } },
  audit: { actions: { extensions: { extend: 'Frist verlängert' } } },
}
