export const ar = {
  validation: {
    endsBeforeStarts: 'النهاية قبل البداية',
    entryTooLong: 'سنة واحدة على الأكثر',
    timeInGap: 'هذا الوقت غير موجود في هذا اليوم لأن الساعة تُقدَّم، اختر وقتًا آخر',
  },
  calendar: {
    tooManyEntries: 'يحتوي تقويمك على 2000 من مُدخلاتك الخاصة بالفعل. احذف بعضها أولًا.',
    feedName: 'Learnt',
    marks: {
      done: '{{title}} (مكتمل)',
      open: 'موعد الاستحقاق: {{title}}',
      overdue: 'متأخر: {{title}}',
      opens: 'يفتح: {{title}}',
      closes: 'يغلق: {{title}}',
      expires: 'تنتهي صلاحية: {{title}}',
      expired: 'انتهت صلاحية: {{title}}',
      waiting: '{{title}} (قائمة الانتظار)',
      cancelled: '{{title}} (ملغى)',
    },
  },
  dataExports: {
    files: {
      calendarEntries: 'المُدخلات التي أضفتها إلى تقويمك.',
      calendarFeed: 'متى أنشأت العنوان الذي تقرأ به التقاويم الأخرى تقويمك، ومتى قُرئ آخر مرة.',
    },
  },
  audit: { actions: { calendar: { createFeed: 'أُنشئ عنوان التقويم', revokeFeed: 'أُنهي عنوان التقويم' } } },
}
