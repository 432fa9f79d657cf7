import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    hexColor: 'Geben Sie eine Farbe als # und sechs Ziffern oder Buchstaben von a bis f an, etwa #1f5c46',
    teamImage: 'Dieses Bild wurde nicht für dieses Team hochgeladen. Bitte laden Sie es noch einmal hoch.',
  },
  themes: {
    contrast:
      '{{pair}}: Der Kontrast beträgt {{ratio}} zu 1 und muss {{needed}} zu 1 betragen. Die nächste lesbare Farbe ist {{nearest}}.',
    pairs: {
      linkOnPage: 'Links auf der Seite',
      linkOnPaper: 'Links auf Karten',
      linkOnTint: 'Links in ausgewählten Zeilen',
      textOnPrimary: 'Text auf Schaltflächen in der Primärfarbe',
      textOnSecondary: 'Text auf Markierungen in der Sekundärfarbe',
      textOnSidebar: 'Text der Seitennavigation',
      markOnSidebar: 'Die Markierung des aktuellen Eintrags in der Seitennavigation',
      textOnTopHeader: 'Text der Kopfleiste',
    },
  },
  offline: {
    title: '{{team}} ist nicht erreichbar',
    text: 'Bitte prüfen Sie Ihre Verbindung. Was Sie gespeichert haben, ist nicht verloren.',
    waiting: 'Diese Seite geht automatisch weiter, sobald die Verbindung wieder da ist.',
    retry: 'Noch einmal versuchen',
  },
  audit: { actions: { themes: { save: 'Design gespeichert' } } },
}
