export const ar = {
  reason: {
    videoHosts: {
      wholeTenant: 'هذا متاح لمسؤولي المؤسسة بأكملها فقط.',
    },
  },
  videoHosts: {
    ownHost: 'لا يمكن إدراج مضيفي هذا النظام.',
    notListed: 'مقاطع فيديو هذا المضيف غير مسموح بها هنا.',
  },
}
