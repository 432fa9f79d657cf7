import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    time: 'أدخل وقتًا مثل 07:30',
    receivers: 'اختر شخصًا واحدًا على الأقل',
    reportView: 'اختر إحدى طرق العرض المحفوظة لديك لأحد التقارير',
    seesNoReports: 'واحد على الأقل من هؤلاء الأشخاص لا يحق له رؤية هذا التقرير',
  },
  schedules: { tooMany: 'لديك 20 جدولًا بالفعل. أزل واحدًا أولًا.' },
  mail: {
    schedule: {
      subject: 'تقرير: {{view}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'يرسل إليك {{owner}} التقرير «{{view}}». يفتحه الزر بعد تسجيل الدخول، وسترى ما تتيحه صلاحياتك أنت.\n\nلا تحتوي هذه الرسالة على أرقام. يمكنك إيقاف هذه الرسائل في هذه الصفحة: {{address}}/apps/report-mails',
      button: 'فتح التقرير',
    },
  },
  dataExports: {
    files: { schedules: 'التقارير البريدية التي أعددتها.', receivedReports: 'التقارير البريدية التي تصلك.' },
  },
  audit: {
    actions: {
      schedules: {
        create: 'أُنشئ تقرير مجدول',
        pause: 'أُوقف تقرير مجدول مؤقتًا',
        receive: 'عاد استلام تقرير مجدول',
        remove: 'أُزيل تقرير مجدول',
        resume: 'استُؤنف تقرير مجدول',
        stop: 'أُوقف تقرير مجدول',
        unsubscribe: 'أُلغي الاشتراك في تقرير مجدول',
        update: 'غُيّر تقرير مجدول',
      },
    },
    subjects: { schedule: 'تقرير مجدول' },
  },
}
