export const ar = {
  reason: {
    scimTokens: {
      revoked: 'أُلغي هذا الرمز من قبل.',
      tooMany: 'لدى المستأجر 20 رمزًا بالفعل. يرجى إلغاء رمز لم يعد مستخدمًا.',
    },
  },
  dataExports: { files: { scim: 'ما قاله موفر الهوية في جهتك عنك.' } },
  audit: {
    actions: { scimTokens: { create: 'أُنشئ رمز تزويد', revoke: 'أُلغي رمز تزويد' } },
    subjects: { scimToken: 'رمز تزويد' },
  },
}
