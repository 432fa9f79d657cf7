import type { Arabic } from '../../../words/catalogues.ts'
import type { jobs as English } from './jobs.en.ts'

export const jobs: Arabic<typeof English> = {
  title: 'المهام',
  text: 'مهام تعمل في الخلفية، تُحفظ 30 يومًا.',
  empty: 'لا مهام في آخر 30 يومًا',
  emptyText: 'تُدرج هنا عمليات الاستيراد والتغييرات الجماعية وغيرها من المهام الطويلة.',
  search: 'ابحث بالموضوع أو الشخص',
  columns: {
    name: 'المهمة',
    state: 'الحالة',
    progress: 'التقدم',
    createdBy: 'بدأها',
    createdAt: 'بدأت',
    finishedAt: 'النهاية',
    result: 'النتيجة',
  },
  filter: 'الحالة',
  cancel: 'إلغاء',
  retry: 'إعادة المحاولة',
  open: 'فتح النتيجة',
  cancelTitle: 'إلغاء «{{name}}»؟',
  cancelText: 'تُحفظ التغييرات التي تمت حتى الآن.',
  cancelled: 'يجري إلغاء «{{name}}»',
  retried: 'أُعيد تشغيل «{{name}}»',
}
