export const ar = {
  reason: {
    underErasure: 'أحد السجلين قيد المحو.',
    mergedAlready: 'دُمج هذا السجل في سجل آخر من قبل.',
    undoneAlready: 'أُلغي هذا الدمج من قبل.',
    undoOver: 'يمكن إلغاء الدمج خلال 30 يومًا، وقد انقضت.',
  },
  validation: { samePerson: 'اختر سجل شخص آخر.' },
  merges: { points: 'دُمجت من {{name}}', pointsTo: 'دُمجت في {{name}}', pointsBack: 'أُلغي الدمج' },
  dataExports: { files: { merges: 'متى دُمج سجلان لك في سجل واحد.' } },
}
