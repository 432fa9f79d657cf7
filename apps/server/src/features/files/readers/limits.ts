const megabyte = 1024 * 1024

/** What a reader takes from one document. Programs that write documents stay far below. */
export const limits = {
  /** Milliseconds from the first byte to the last part. */
  timeMs: 5 * 60_000,
  archiveEntries: 50_000,
  /** Everything that is unpacked of an archive, together. */
  unpackedBytes: 2048 * megabyte,
  /** A part of an archive that is read whole: texts of Word, slides, styles. */
  wholePartBytes: 32 * megabyte,
  /** A sheet, or the texts of all sheets: read as a stream. */
  streamedPartBytes: 1024 * megabyte,
  xmlDepth: 200,
  pictureBytes: 50 * megabyte,
  pictures: 500,
  /** What is kept for search. */
  textLength: 1_000_000,
  /** All parts of one document, as they are stored. */
  preparedBytes: 256 * megabyte,

  sheets: 100,
  rowsPerPart: 200,
  partBytes: 256 * 1024,
  /** Of one sheet: no browser scrolls much further. */
  rows: 500_000,
  columns: 500,
  cellLength: 2000,

  slides: 2000,
  slidesPerPart: 10,
  chartValues: 2000,

  /** Letters of HTML after which a page of text ends at the next heading, and after which it ends anyway. */
  pageLetters: 12_000,
  longestPageLetters: 30_000,
} as const
