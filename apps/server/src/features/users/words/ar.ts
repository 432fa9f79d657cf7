import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    notActiveMember: 'لا يمكن دعوة سوى الأشخاص النشطين من جديد.',
    noPasswordHere: 'لا يستخدم فريق هذا الشخص كلمات المرور.',
    noAddressOfMember: 'ليس لهذا الشخص عنوان بريد.',
  },
  users: { passwordLinksJob: 'إرسال روابط كلمة المرور ({{total}})' },
  mail: {
    invitation: {
      subject: 'حسابك لدى {{team}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'لديك الآن حساب للتدريب لدى {{team}}. يفتح الزر صفحة تختار فيها كلمة مرورك. مدة صلاحية هذا الرابط: {{days, number(style: unit; unit: day; unitDisplay: long)}}. ويعمل مرة واحدة.\n\nبعد ذلك يمكنك طلب رابط جديد عبر «نسيت كلمة المرور أو تغييرها» في صفحة تسجيل الدخول: {{address}}/login',
      button: 'اختر كلمة مروري',
    },
    welcome: {
      subject: 'مرحبًا بك في {{team}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'لديك الآن حساب للتدريب لدى {{team}}.\n\nسجّل الدخول بعنوان بريدك: {{email}}',
      button: 'تسجيل الدخول',
    },
  },
  audit: { actions: { users: { inviteAgain: 'أُعيدت الدعوة' } }, subjects: { user: 'شخص' } },
}
