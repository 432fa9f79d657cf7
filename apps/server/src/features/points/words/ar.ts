export const ar = {
  reason: { points: { off: 'مؤسستك لا تستخدم نقاط المكافآت.' } },
  validation: {
    points: {
      notEnough: 'عذرًا، ليس لديك ما يكفي من النقاط للاستبدال. يُرجى إدخال مقدار آخر',
      fewerThere: 'ليس لدى الشخص هذا العدد من النقاط.',
    },
    notZero: 'أدخل عددًا أكبر من الصفر أو أصغر منه.',
  },
  points: {
    sheet: 'المكافآت',
    columns: {
      name: 'الاسم',
      email: 'البريد الإلكتروني',
      earned: 'المكتسب',
      redeemed: 'المستبدل',
      adjusted: 'مُنح أو سُحب يدويًا',
      lost: 'انتهت صلاحيته أو أُلغي',
      balance: 'الرصيد',
      lastEntryAt: 'آخر قيد',
    },
  },
  dataExports: { files: { points: 'نقاطك: ما كسبته واستبدلته وما مُنح لك.' } },
  audit: {
    actions: {
      points: {
        adjust: 'مُنحت نقاط أو سُحبت يدويًا',
        changeRule: 'تغيّرت نقاط محتوى',
        changeSettings: 'تغيّرت إعدادات النقاط',
        export: 'صُدّر تقرير المكافآت',
        redeem: 'استُبدلت نقاط',
      },
    },
  },
}
