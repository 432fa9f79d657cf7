import type { Arabic } from '../../../words/catalogues.ts'
import type { steps as English } from './steps.en.ts'

export const steps: Arabic<typeof English> = {
  formText: 'يُملأ هذا النموذج هنا. لا يُسجَّل شيء في هذا العرض.',
  eventText: 'يُسجَّل في هذه الفعالية هنا. لا يُسجَّل شيء في هذا العرض.',
  attendedBefore: 'لقد حضرت هذه الفعالية من قبل.',
  count: 'احتسابها لهذه الدورة',
  counted: 'احتُسبت لهذه الدورة',
  attendanceText: 'يُسجَّل حضورك في الفعالية.',
  startPage: 'عرض صفحة البداية مرة أخرى',
  kinds: {
    page: 'صفحة',
    video: 'فيديو',
    audio: 'صوت',
    document: 'مستند',
    link: 'رابط',
    scorm: 'دورة تفاعلية',
    form: 'نموذج',
    quiz: 'اختبار',
    event: 'فعالية',
  },
  rules: {
    view: 'يكتمل عند قراءته حتى النهاية',
    viewMedia: 'يكتمل عند تشغيله حتى النهاية',
    viewLink: 'يكتمل عند فتح الرابط',
    tick: 'يكتمل عند وضع علامة الإنجاز',
    watch: 'يكتمل عند مشاهدة {{percent}} %',
    listen: 'يكتمل عند الاستماع إلى {{percent}} %',
    score: 'يكتمل بدرجة لا تقل عن {{percent}} %',
    package: 'يكتمل عندما تبلغ الحزمة عن الإنجاز',
    submitted: 'يكتمل عند إرساله',
    passed: 'يكتمل بدرجة لا تقل عن {{percent}} %',
    approved: 'يكتمل عند الموافقة عليه',
    competent: 'يكتمل عند تقييمك بأنك كفء',
    attended: 'يكتمل عند حضورك',
    attendedOne: 'يكتمل عند حضورك أحد المواعيد',
  },
}
