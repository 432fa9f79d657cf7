export const de = {
  reason: {
    underErasure: 'Einer der beiden Datensätze soll gelöscht werden.',
    mergedAlready: 'Dieser Datensatz wurde bereits mit einem anderen zusammengeführt.',
    undoneAlready: 'Diese Zusammenführung wurde bereits rückgängig gemacht.',
    undoOver: 'Eine Zusammenführung lässt sich 30 Tage lang rückgängig machen. Diese Zeit ist vorbei.',
  },
  validation: { samePerson: 'Wählen Sie den Datensatz einer anderen Person.' },
  merges: {
    points: 'Zusammengeführt aus {{name}}',
    pointsTo: 'Zusammengeführt in {{name}}',
    pointsBack: 'Zusammenführung rückgängig gemacht',
  },
  dataExports: { files: { merges: 'Wann zwei Datensätze von Ihnen zusammengeführt wurden.' } },
}
