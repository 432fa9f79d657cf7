import type { en as English } from './en.ts'

export const de: typeof English = {
  attempts: {
    sameHost: 'Learnt ist unter dem Hostnamen seiner Pakete geöffnet. Öffnen Sie es unter seiner eigenen Adresse.',
  },
  dataExports: {
    files: {
      attempts: 'Ihre Versuche an Paketen mit Ergebnis und Zeit.',
      attemptParts: 'Was Pakete zu Ihren Versuchen gespeichert haben, Teil für Teil.',
      packageCalls: 'Einzelne Aufrufe der Pakete, während Sie darin arbeiteten; je Zeile ein JSON-Objekt.',
      statements: 'Lernaussagen (xAPI) über Sie; je Zeile ein JSON-Objekt.',
    },
  },
  audit: { actions: { attempts: { recompute: 'Versuch neu berechnet' } }, subjects: { attempt: 'Versuch' } },
}
