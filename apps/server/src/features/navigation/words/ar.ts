import type { en as English } from './en.ts'

export const ar: typeof English = {
  validation: {
    linkAddress: 'أدخل عنوانًا يبدأ بـ \u2068https://\u2069 أو \u2068http://\u2069 أو /',
    idTaken: 'هذا العنصر موجود مرتين',
    noSuchGroup: 'هذه المجموعة غير موجودة',
    insideItself: 'لا يمكن أن تكون المجموعة داخل نفسها',
    tooManyLevels: 'يمكن أن تتداخل المجموعات حتى أربعة مستويات',
    badgeContrast: 'يجب أن يختلف النص عن خلفيته أكثر: التباين 4.5 إلى 1 على الأقل',
  },
  audit: { actions: { navigation: { save: 'حُفظ التنقل', setAvailable: 'غُيّر التنقل المتاح' } } },
}
