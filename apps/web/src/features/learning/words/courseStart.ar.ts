import type { Arabic } from '../../../words/catalogues.ts'
import type { courseStart as English } from './courseStart.en.ts'

export const courseStart: Arabic<typeof English> = {
  start: 'بدء الدورة',
  goOn: 'الانتقال إلى الدورة',
  author: 'إعداد',
  contains: 'محتوى الدورة',
  facts: 'نظرة سريعة',
  duration: 'المدة',
  minutes_zero: '{{count}} دقيقة',
  minutes_one: 'دقيقة واحدة',
  minutes_two: 'دقيقتان',
  minutes_few: '{{count}} دقائق',
  minutes_many: '{{count}} دقيقة',
  minutes_other: '{{count}} دقيقة',
  steps: 'الخطوات',
  due: 'موعد الاستحقاق',
  optional: 'اختياري',
  valid: 'صالحة حتى',
  version: 'الإصدار',
  versionNumber: 'الإصدار {{number}}',
  rating: 'التقييم',
  noRating: 'لا توجد تقييمات كافية بعد',
  prerequisites: 'يجب إكماله أولًا',
  done: 'لقد أكملته',
  open: 'لم يكتمل بعد: تبقى الدورة مقفلة حتى ذلك الحين',
  overdue: 'كان مستحقًا في {{date}}',
}
