export const ar = {
  reason: {
    credentials: {
      neverSigned: 'أُلغيت هذه الشارة، ولم يوقَّع لها شيء قبل ذلك.',
    },
  },
  audit: { actions: { credentials: { replaceKey: 'استُبدل مفتاح توقيع الشارات' } } },
}
