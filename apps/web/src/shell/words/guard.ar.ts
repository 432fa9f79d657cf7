import type { Arabic } from '../../words/catalogues.ts'
import type { guard as english } from './guard.en.ts'

export const guard: Arabic<typeof english> = {
  idle: {
    title: 'هل ما زلت هنا؟',
    text: 'لم تكن نشطًا منذ مدة. لحماية حسابك سيُسجَّل خروجك.',
    left: 'تسجيل الخروج بعد {{time}}',
    stay: 'البقاء مسجّل الدخول',
  },
  newVersion: {
    text: 'إصدار جديد متاح',
    reload: 'إعادة التحميل',
    later: 'لاحقًا',
  },
  acting: {
    looksOnly: 'ترى هذا كما يراه الشخص. لا يُسجَّل شيء مما تفعله هنا.',
    label: 'التصرف باسم شخص آخر',
    both: '{{name}} يتصرف باسم {{person}}.',
    looking: 'مشاهدة فقط: لا يمكنك تغيير شيء.',
    writing: 'تسري تغييراتك على هذا الشخص.',
    allow: 'السماح بالتغيير',
    failed: 'لم ينجح ذلك. يُرجى المحاولة مجددًا.',
    back: 'العودة إلى حسابك',
  },
}
