import type { en as English } from './en.ts'

export const ar: typeof English = {
  attempts: { sameHost: 'فُتح Learnt تحت اسم مضيف حزمه. افتحه على عنوانه الخاص.' },
  dataExports: {
    files: {
      attempts: 'محاولاتك في حزم SCORM مع النتيجة والوقت.',
      attemptParts: 'ما حفظته حزم SCORM عن محاولاتك، جزءًا جزءًا.',
      packageCalls: 'الاستدعاءات التي أجرتها حزم SCORM أثناء عملك فيها؛ كائن JSON في كل سطر.',
      statements: 'بيانات التعلّم (xAPI) عنك؛ كائن JSON في كل سطر.',
    },
  },
  audit: { actions: { attempts: { recompute: 'أُعيد حساب المحاولة' } }, subjects: { attempt: 'محاولة' } },
}
