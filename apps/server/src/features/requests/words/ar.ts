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
      notNeeded: 'لا حاجة إلى طلب هذا. يمكنك البدء به.',
    },
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
}
