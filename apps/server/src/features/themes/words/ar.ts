import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    hexColor: 'أدخل لونًا بعلامة # وستة أرقام أو أحرف من a إلى f، مثل \u2068#1f5c46\u2069',
    teamImage: 'لم تُرفع هذه الصورة لهذا الفريق. ارفعها من جديد.',
  },
  themes: {
    contrast:
      '{{pair}}: التباين {{ratio}} إلى 1 ويجب أن يكون {{needed}} إلى 1. أقرب لون يمكن قراءته هو \u2068{{nearest}}\u2069.',
    pairs: {
      linkOnPage: 'الروابط على الصفحة',
      linkOnPaper: 'الروابط على البطاقات',
      linkOnTint: 'الروابط في الصفوف المختارة',
      textOnPrimary: 'النص على الأزرار باللون الأساسي',
      textOnSecondary: 'النص على العلامات باللون الثانوي',
      textOnSidebar: 'نص التنقل الجانبي',
      markOnSidebar: 'علامة العنصر الحالي في التنقل الجانبي',
      textOnTopHeader: 'نص الشريط العلوي',
    },
  },
  offline: {
    title: 'يتعذّر الوصول إلى {{team}}',
    text: 'تحقّق من اتصالك. لم يُفقد شيء مما حفظته.',
    waiting: 'تستمر هذه الصفحة تلقائيًا عندما يعود الاتصال.',
    retry: 'حاول مرة أخرى',
  },
  audit: { actions: { themes: { save: 'حُفظ المظهر' } } },
}
