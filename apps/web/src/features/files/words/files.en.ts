export const files = {
  download: 'Download',
  downloadText: 'This file cannot be shown here. Download it to open it.',
  pages: 'Page {{page}} of {{count}}',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  documentFailed: 'The document could not be shown. You can download it instead.',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  preparing: 'Preparing the preview…',
  preparingText: 'This takes a few seconds, longer for large files. You can also download the file.',
  cut: 'Only the beginning of this file is shown. Download it to see all of it.',
  sheets: 'Sheets',
  sheet: 'Sheet {{number}}',
  table: 'Table',
  rows_one: '{{shown}} row',
  rows_other: '{{shown}} rows',
  slides_one: '{{count}} slide',
  slides_other: '{{count}} slides',
  slide: 'Slide {{number}}',
  chart: 'Figures of a chart',
  emptySheet: 'This sheet is empty.',
  rowNumber: 'Row',
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    files: typeof files
  }
}
