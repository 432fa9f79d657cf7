import type { German } from '../../../words/catalogues.ts'
import type { files as English } from './files.en.ts'

export const files: German<typeof English> = {
  download: 'Herunterladen',
  downloadText: 'Diese Datei kann hier nicht angezeigt werden. Laden Sie sie herunter, um sie zu öffnen.',
  pages: 'Seite {{page}} von {{count}}',
  zoomIn: 'Größer',
  zoomOut: 'Kleiner',
  documentFailed: 'Das Dokument konnte nicht angezeigt werden. Sie können es stattdessen herunterladen.',
  previousPage: 'Vorige Seite',
  nextPage: 'Nächste Seite',
  preparing: 'Die Vorschau wird vorbereitet …',
  preparingText: 'Das dauert einige Sekunden, bei großen Dateien länger. Sie können die Datei auch herunterladen.',
  cut: 'Hier ist nur der Anfang dieser Datei zu sehen. Laden Sie sie herunter, um alles zu sehen.',
  sheets: 'Tabellenblätter',
  sheet: 'Blatt {{number}}',
  table: 'Tabelle',
  rows_one: '{{shown}} Zeile',
  rows_other: '{{shown}} Zeilen',
  slides_one: '{{count}} Folie',
  slides_other: '{{count}} Folien',
  slide: 'Folie {{number}}',
  chart: 'Zahlen eines Diagramms',
  emptySheet: 'Dieses Blatt ist leer.',
  rowNumber: 'Zeile',
}
