import type { Arabic } from '../../../words/catalogues.ts'
import type { mails as English } from './mails.en.ts'

export const mails: Arabic<typeof English> = {
  title: 'البريد الصادر',
  text: 'رسائل المؤسسة وحالة إرسالها.',
  empty: 'لا رسائل بعد',
  emptyText: 'تُدرج هنا الرسائل التي يرسلها Learnt. من دون خادم بريد يمكنك قراءتها هنا.',
  search: 'ابحث بالعنوان أو الموضوع',
  columns: {
    to: 'إلى',
    subject: 'الموضوع',
    state: 'الحالة',
    reason: 'السبب',
    createdAt: 'أُنشئت',
    sentAt: 'أُرسلت',
  },
  codeLeftOut:
    'الرمز في الرابط مخفي لأن كل من يملكه يستطيع استخدامه. لا يراه إلا المسؤولون الأعلون، وذلك إن لم يوجد خادم بريد.',
  read: 'قراءة',
}
