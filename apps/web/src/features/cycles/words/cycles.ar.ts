import type { Arabic } from '../../../words/catalogues.ts'
import type { cycles as English } from './cycles.en.ts'

export const cycles: Arabic<typeof English> = {
  validUntil: 'صالحة حتى {{date}}.',
  willBeValidUntil: 'بعد إكمالها تكون صالحة حتى {{date}}.',
  window: 'يمكنك تجديدها من {{from}} إلى {{to}}.',
  opens: 'يمكنك تجديدها من {{from}}.',
  closes: 'أعدها بعد ذلك حتى {{to}}.',
  renew: 'تجديد الآن',
  startOver: {
    button: 'البدء من جديد',
    title: 'هل تريد بدء «{{title}}» من جديد؟',
    text: 'ستبدأ مرة أخرى من الخطوة الأولى. يبقى ما أنجزته محفوظًا في سجلك. لا تتغير المواعيد النهائية.',
  },
  again: {
    course: 'الفترة {{number}}: تعيد هذه الدورة',
    pathway: 'الفترة {{number}}: تعيد هذا المسار',
    bundle: 'الفترة {{number}}: تعيد هذه الحزمة',
  },
  earlier_zero: '{{count}} فترة سابقة',
  earlier_one: 'فترة سابقة واحدة',
  earlier_two: 'فترتان سابقتان',
  earlier_few: '{{count}} فترات سابقة',
  earlier_many: '{{count}} فترة سابقة',
  earlier_other: '{{count}} فترة سابقة',
  number: 'الفترة {{number}}',
  from: 'من {{date}}',
  completed: 'اكتملت في {{date}}',
  notCompleted: 'لم تكتمل',
  score: 'النتيجة {{score}}',
  wasValidUntil: 'صالحة حتى {{date}}',
}
