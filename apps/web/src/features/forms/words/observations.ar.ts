import type { Arabic } from '../../../words/catalogues.ts'
import type { observations as english } from './observations.en.ts'

export const observations: Arabic<typeof english> = {
  tabs: {
    forms: 'النماذج',
    submissions: 'الإجابات المقدَّمة',
    review: 'نماذج المتعلمين لديّ',
    observe: 'للملاحظة',
  },
  people: 'أشخاص تلاحظهم',
  search: 'البحث عن أشخاص',
  nobody: 'لا أحد للملاحظة',
  nobodyText: 'يظهر هنا الأشخاص الذين لديهم ملاحظة تملؤها أنت.',
  columns: {
    person: 'الشخص',
    form: 'النموذج',
    state: 'الحالة',
    due: 'الاستحقاق',
    saved: 'آخر حفظ',
    observe: 'الملاحظة',
  },
  observe: 'ملاحظة',
  observeOne: 'ملاحظة {{name}}: {{title}}',
  continue: 'متابعة',
  continueOne: 'متابعة مع {{name}}: {{title}}',
  about: 'ملاحظة {{name}}',
  toPeople: 'أشخاص تلاحظهم',
  waitsForPerson: 'حُفظت إجاباتك. على {{name}} تقديم الجزء الخاص به أولًا، ثم يمكنك الحكم على الملاحظة.',
  comment: 'تعليق إلى {{name}}',
  competent: 'كفء',
  notCompetent: 'غير كفء',
  later: 'تقديم والحكم لاحقًا',
  sure: {
    competent: 'هل {{name}} كفء؟',
    notCompetent: 'هل {{name}} غير كفء بعد؟',
    later: 'هل تريد تقديم الملاحظة؟',
  },
  sureText: 'يُخطَر {{name}} ويرى الإجابات.',
  sureLater: 'ستنتظر بعد ذلك الحكم. ويمكنك حتى ذلك الحين تغيير إجاباتك.',
  done: {
    competent: '{{name}} كفء.',
    notCompetent: '{{name}} غير كفء بعد.',
    markingRequired: 'ملاحظة {{name}} بانتظار الحكم.',
  },
  submitWaits:
    'أنت غير متصل. تنتظر الملاحظة على هذا الجهاز وتُرسل فور توفر الاتصال. إذا أغلقت الصفحة فافتح الملاحظة مرة أخرى على هذا الجهاز.',
  fillIn: 'ملء الملاحظة',
}
