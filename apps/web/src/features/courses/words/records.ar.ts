import type { Arabic } from '../../../words/catalogues.ts'
import type { records as English } from './records.en.ts'

export const records: Arabic<typeof English> = {
  title: 'ما شوهد',
  backToCourse: 'العودة إلى الدورة',
  backToReport: 'العودة إلى التقرير',
  nothing: 'لم يُشاهد شيء بعد',
  nothingText: 'يبدأ السجل عند فتح الدورة لأول مرة.',
  readOnly: 'هذا هو الإصدار {{number}} كما كان تمامًا. لا يُسجَّل شيء هنا.',
  version: 'الإصدار',
  since: 'الإصدار {{number}}، منذ {{from}}',
  during: 'الإصدار {{number}}، من {{from}} إلى {{until}}',
  score: 'النتيجة {{percent}} %',
  started: 'البدء',
  completed: 'الإكمال',
  attempts: 'المحاولات',
  attempt: 'المحاولة {{number}}',
  elsewhere: 'خطوات في إصدارات أخرى فقط',
  inVersions: '«{{title}}»، الإصدار {{versions}}',
}
