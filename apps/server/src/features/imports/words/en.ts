export const en = {
  reason: {
    imports: {
      check: 'This run cannot be checked again: it is at work, or over.',
      commit: 'Only a checked run can be carried out.',
      undo: 'Only a run that was carried out can be undone.',
      discard: 'Only a run that has changed nothing can be discarded.',
      busy: 'Another run of this team is at work. Please wait until it is finished.',
    },
  },
  validation: {
    imports: {
      columns: 'The columns of the file have changed. Please assign them again.',
    },
    feedFieldTwice: 'Another column fills this field already.',
  },
  imports: {
    stopped: 'The run was stopped. What it had carried out by then stays; it can go on or be undone.',
    failed: 'The run failed before it changed anything.',
    file: { line: 'Line', errors: 'Errors' },
    unreadable: {
      broken: 'The file is damaged and cannot be read. Please save it again.',
      locked: 'The file is protected with a password. Please save it without one.',
      tooLarge: 'The file is too large.',
      tooLong: 'Reading the file took too long.',
      empty: 'The file is empty.',
      noHeadings: 'The first row needs headings, at most 200.',
      noRows: 'The file has headings, but no rows below them.',
      tooManyRows: 'The file has more than {{rows}} rows. Please divide it.',
    },
    expected: {
      invalid: 'This value is not allowed here.',
      cellError: 'The formula in this cell has an error. Correct it in the spreadsheet, or empty the cell.',
      noResult: 'The formula in this cell has no result. Open the file in a spreadsheet program and save it again.',
      // Of runs by earlier versions.
      tooFewCells: 'The row has fewer values than there are headings.',
      tooManyCells: 'The row has more values than there are headings. Put values with separators in quotes.',
      tooMany: 'There are more values than allowed.',
      max: 'The value is too long.',
      hidden: 'The value contains invisible characters.',
      day: 'Expected a date such as 2026-11-20.',
      dayFirst: 'Expected a date such as 2026-11-20. The day seems to come first: choose that as the order of dates.',
      monthFirst:
        'Expected a date such as 2026-11-20. The month seems to come first: choose that as the order of dates.',
      dateRange: 'Expected a year between 1900 and 2200.',
      severalPeople: 'The values of this row belong to different people.',
    },
  },
}
