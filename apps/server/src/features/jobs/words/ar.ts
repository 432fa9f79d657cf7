import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    jobEnded: 'انتهت هذه المهمة بالفعل.',
    jobNotEnded: 'لا يمكن إعادة تشغيل إلا مهمة فشلت أو أُلغيت.',
    notYourJob: 'لا يمكن إعادة تشغيل هذه المهمة إلا لمن طلبها.',
  },
  jobs: { outcome: { done: 'تم', skipped: 'تم التخطي', failed: 'فشل' } },
  dataExports: { files: { jobs: 'المهام التي بدأتها.' } },
  audit: {
    actions: { jobs: { cancel: 'أُلغيت المهمة', exportRows: 'صُدّرت صفوف المهمة', retry: 'أُعيد تشغيل المهمة' } },
    subjects: { job: 'مهمة' },
  },
}
