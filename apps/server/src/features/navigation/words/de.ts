import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    linkAddress: 'Geben Sie eine Adresse an, die mit https://, http:// oder / beginnt',
    idTaken: 'Dieser Eintrag ist doppelt vorhanden',
    noSuchGroup: 'Diese Gruppe gibt es nicht',
    insideItself: 'Eine Gruppe kann nicht in sich selbst liegen',
    tooManyLevels: 'Gruppen können höchstens vier Ebenen tief verschachtelt sein',
    badgeContrast: 'Text und Hintergrund müssen sich stärker unterscheiden: Der Kontrast muss mindestens 4,5 zu 1 sein',
  },
  audit: {
    actions: { navigation: { save: 'Navigation gespeichert', setAvailable: 'Verfügbare Navigation geändert' } },
  },
}
