import type { Arabic } from '../../words/catalogues.ts'
import type { providers as English } from './providers.en.ts'

export const providers: Arabic<typeof English> = {
  callback: {
    heading: 'تعذّر تسجيل دخولك',
    over: 'استغرق تسجيل الدخول هذا وقتًا طويلًا، أو بدأ في متصفح آخر. يُرجى البدء من جديد.',
    said: 'رفض الموفّر تسجيل الدخول.',
    failed: 'حدث خطأ ما، يُرجى المحاولة لاحقًا',
    back: 'العودة إلى تسجيل الدخول',
    linkHeading: 'تعذّر ربط الحساب',
    toProfile: 'العودة إلى ملفك الشخصي',
    proved: 'تم تأكيد الهوية',
    closeWindow: 'يمكنك إغلاق هذه النافذة. تستمر الصفحة السابقة تلقائيًا.',
    proofHeading: 'تعذّر تأكيد هويتك',
    proofFailed: 'أغلق هذه النافذة وأعد المحاولة في الصفحة السابقة.',
  },
  embedded: {
    username: 'اسم المستخدم لدى {{provider}}',
    password: 'كلمة المرور لدى {{provider}}',
    submit: 'تسجيل الدخول عبر {{provider}}',
    leave: 'المتابعة لدى {{provider}}',
  },
  signedIn: 'تم تسجيل الدخول بنجاح عبر {{provider}}.',
  linked: 'تم ربط حساب {{provider}} الخاص بك بنجاح.',
}
