export const ar = {
  reason: {
    stepComments: {
      notOwn: 'لا يحذف التعليق إلا كاتبه.',
    },
  },
  stepComments: {
    tooMany: 'عدد التعليقات هنا كبير جدًا. احذف بعضها أولاً.',
  },
  dataExports: { files: { stepComments: 'التعليقات التي كتبتها على خطوات الدورات.' } },
}
