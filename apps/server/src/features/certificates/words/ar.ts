export const ar = {
  certificates: {
    unknownField: 'لا يوجد حقل باسم «{{field}}».',
    sheet: 'الشهادات',
    example: { name: 'مريم أحمد', title: 'السلامة من الحريق في مكان العمل' },
    columns: {
      name: 'الشخص',
      email: 'البريد الإلكتروني',
      holder: 'الاسم على الشهادة',
      title: 'العنوان',
      serial: 'الرقم',
      issued: 'تاريخ الإصدار',
      validUntil: 'صالحة حتى',
      state: 'الحالة',
      reason: 'السبب',
    },
    pdf: { code: 'رابط للتحقق من هذه الشهادة:', picture: 'صورة', signature: 'صورة توقيع', notDrawn: 'لم تُرسم' },
    standard: {
      heading: 'شهادة إتمام',
      certifies: 'نشهد بأن',
      name: '[name]',
      finished: 'قد أتمّ بنجاح',
      title: '[title]',
      on: 'التاريخ: [date]',
      score: 'النتيجة: [score]',
      validUntil: 'صالحة حتى [validUntil]',
      serial: 'الرقم [serial]',
      signs: '[issuer]',
    },
  },
  reason: {
    certificates: {
      revoked: 'أُلغيت هذه الشهادة.',
      replaced: 'حلّت شهادة أخرى محل هذه الشهادة.',
      inUse: 'تمنح مستنداتٌ هذه الشهادة، أو حصل عليها أحد.',
      own: 'لا يقرر أحد بشأن شهادته.',
      decided: 'سبق أن قرر أحدهم بشأن ذلك.',
    },
  },
  validation: {
    noCycle: 'لا يبدأ هذا المستند من جديد، فليست له فترة.',
    beforeStart: 'هذا اليوم قبل يوم الإصدار.',
    inTheFuture: 'لم يأتِ هذا اليوم بعد.',
    pdfOrPicture: 'ارفع ملف PDF أو صورة.',
    color: 'اكتب لونًا مثل ‎#1a2b3c.',
  },
  mail: {
    certificateExpiring: {
      subject: 'تنتهي صلاحية شهادتك في «{{title}}» في {{day}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'شهادتك في «{{title}}» صالحة حتى {{day}}. يُرجى تجديدها في الوقت المناسب.',
      button: 'فتح شهاداتي',
    },
    certificateExpired: {
      subject: 'انتهت صلاحية شهادتك في «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'كانت شهادتك في «{{title}}» صالحة حتى {{day}}.',
      button: 'فتح شهاداتي',
    },
    certificateRevoked: {
      subject: 'أُلغيت شهادتك في «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'لم تعد شهادتك في «{{title}}» صالحة. السبب: {{reason}}',
      button: 'فتح شهاداتي',
    },
  },
  dataExports: {
    files: {
      certificates: 'شهاداتك.',
      outsideCertificates: 'شهادات حصلت عليها في مكان آخر.',
    },
  },
}
