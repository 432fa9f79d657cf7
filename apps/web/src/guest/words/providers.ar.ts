import type { Arabic } from '../../words/catalogues.ts'
import type { providers as English } from './providers.en.ts'

export const providers: Arabic<typeof English> = {
  callback: {
    heading: 'تعذّر تسجيل دخولك',
    over: 'استغرق تسجيل الدخول هذا وقتًا طويلًا، أو بدأ في متصفح آخر. يُرجى البدء من جديد.',
    said: 'لم يُسمح لك بالدخول هناك.',
    failed: 'حدث خطأ ما، يُرجى المحاولة لاحقًا',
    back: 'العودة إلى تسجيل الدخول',
    linkHeading: 'تعذّر ربط الحساب',
    toProfile: 'العودة إلى ملفك الشخصي',
    proved: 'كان ذلك صحيحًا',
    closeWindow: 'يمكنك إغلاق هذه النافذة. تستمر الصفحة التي جئت منها من تلقاء نفسها.',
    proofHeading: 'تعذّر إثبات أنك أنت',
    proofFailed: 'يمكنك إغلاق هذه النافذة وإعادة المحاولة في الصفحة التي جئت منها.',
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
