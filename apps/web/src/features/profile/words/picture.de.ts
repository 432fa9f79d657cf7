import type { German } from '../../../words/catalogues.ts'
import type { picture as English } from './picture.en.ts'

export const picture: German<typeof English> = {
  add: 'Bild hinzufügen',
  change: 'Bild ändern',
  remove: 'Bild entfernen',
  choose: 'Bild auswählen',
  help: 'PNG, JPEG oder WebP, höchstens {{megabytes}} MB. Sie wählen den Ausschnitt, der gezeigt wird.',
  tooLarge: 'Die Datei ist zu groß. Höchstens {{megabytes}} MB sind möglich.',
  removeTitle: 'Bild entfernen?',
  removeText: 'An seiner Stelle werden die Initialen gezeigt.',
  removed: 'Das Bild wurde entfernt',
  title: 'Ausschnitt wählen',
  preview: 'Das Bild, so weit es gezeigt wird',
  zoom: 'Vergrößern',
  across: 'Links oder rechts',
  down: 'Oben oder unten',
  save: 'Bild verwenden',
  saved: 'Das Bild wurde gespeichert',
  unreadable: 'Dieser Browser kann die Datei nicht zeigen. Bitte wählen Sie eine andere.',
}
