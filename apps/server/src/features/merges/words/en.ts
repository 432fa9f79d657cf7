export const en = {
  reason: {
    underErasure: 'One of the two is to be erased.',
    mergedAlready: 'This record was merged into another one already.',
    undoneAlready: 'This merge was undone already.',
    undoOver: 'A merge can be undone for 30 days. They are over.',
  },
  validation: { samePerson: 'Choose the record of another person.' },
  merges: { points: 'Merged from {{name}}', pointsTo: 'Merged into {{name}}', pointsBack: 'Merge undone' },
  dataExports: { files: { merges: 'When two records of you were merged into one.' } },
}
