import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    requests: {
      own: 'لا يمكنك اتخاذ قرار بشأن طلبك.',
      decided: 'سبق اتخاذ قرار بشأن هذا الطلب أو سُحب.',
      withdrawn: 'سحب الشخص هذا الطلب.',
      approvedBy: 'سبق أن وافق {{name}} على هذا الطلب.',
      declinedBy: 'سبق أن رفض {{name}} هذا الطلب.',
      forManagers: 'لا يزال هذا الطلب بانتظار مديري الشخص.',
      left: 'لم يعد هذا الشخص هنا.',
      notOffered: 'لم يعد هذا متاحًا للشخص.',
      forDeciders: 'هذا الطلب ينتظر آخرين أولًا.',
      levelDecided: 'لقد قررت في هذا أنت أو شخص آخر.',
      decidesNothing: 'لا يعيّن نائبًا إلا من يقرر في الطلبات.',
      notNeeded: 'لا حاجة إلى طلب هذا. يمكنك البدء به.',
    },
  },
  requests: {
    yourself: 'يرجى اختيار شخص غيرك.',
    endsBefore: 'اليوم الأخير قبل الأول.',
    past: 'انقضت هذه الأيام.',
    overlaps: 'لقد عيّنت نائبًا لبعض هذه الأيام من قبل.',
    tooManyPeriods: 'لقد عيّنت نوابًا لفترات كثيرة جدًا.',
    personUnknown: 'تعذر العثور على هذا الشخص.',
  },
  mail: {
    requestMade: {
      subject: '{{person}} يطلب «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: '{{person}} يطلب «{{title}}». الطلب بانتظار قرارك.',
      button: 'فتح الطلبات',
    },
    requestStandIn: {
      subject: 'طلب من {{person}} لا يزال مفتوحًا: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'طلب {{person}} «{{title}}» ولم يتخذ أي مدير قرارًا بعد. يمكنك الآن اتخاذ القرار أيضًا.',
      button: 'فتح الطلبات',
    },
    requestReminder: {
      subject: 'يرجى اتخاذ القرار: {{person}} يطلب «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: '{{person}} يطلب «{{title}}». الطلب لا يزال ينتظر قرارك.',
      button: 'فتح الطلب',
    },
    formApproved: {
      subject: 'تمت الموافقة: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'تمت الموافقة على طلبك «{{title}}».{{reason}}',
      button: 'فتح',
    },
    formNotApproved: {
      subject: 'لم تتم الموافقة: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'لم تتم الموافقة على طلبك «{{title}}». السبب:{{reason}}',
      button: 'فتح',
    },
    requestApproved: {
      subject: 'تمت الموافقة على طلبك: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'تمت الموافقة على طلبك «{{title}}». يمكنك البدء الآن.{{reason}}',
      button: 'فتح',
    },
    requestDeclined: {
      subject: 'رُفض طلبك: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'رُفض طلبك «{{title}}». السبب:{{reason}}',
      button: 'فتح',
    },
  },
  dataExports: {
    files: {
      requests: 'ما طلبته من الدليل وما آل إليه كل طلب.',
      requestDecisions: 'الطلبات التي قررت فيها أو طُلب منك القرار فيها.',
      standIns: 'الأيام التي ناب فيها أحد عنك في الطلبات أو نبت فيها عن أحد.',
    },
  },
  audit: {
    actions: {
      requests: {
        approve: 'تمت الموافقة على طلب',
        decline: 'رُفض طلب',
        endStandIn: 'أُلغيت إنابة',
        make: 'قُدّم طلب',
        nameStandIn: 'عُيّن نائب',
        withdraw: 'سُحب طلب',
      },
    },
    subjects: { request: 'طلب', standIn: 'نائب' },
  },
}
