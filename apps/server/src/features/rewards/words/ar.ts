export const ar = {
  reason: {
    rewards: {
      soldOut: 'نفدت هذه المكافأة.',
      notEnough: 'ليس لديك نقاط كافية.',
      otherPrice: 'تغيّر السعر. يرجى التحقق مرة أخرى.',
      ordered: 'طلبها شخص ما. بدلاً من ذلك أوقف عرضها.',
      waits: 'هذا الطلب ينتظر الموافقة، ويُبتّ فيه ضمن الطلبات.',
      closed: 'هذا الطلب مغلق بالفعل.',
    },
  },
  dataExports: { files: { rewardOrders: 'المكافآت التي طلبتها بنقاطك.' } },
  audit: {
    actions: {
      rewardOrders: { deliver: 'سُلّم طلب مكافأة', make: 'طُلبت مكافأة', refuse: 'رُفض طلب مكافأة' },
      rewards: { change: 'تغيّرت مكافأة', create: 'أُضيفت مكافأة', remove: 'أُزيلت مكافأة' },
    },
    subjects: { reward: 'مكافأة', rewardOrder: 'طلب مكافأة' },
  },
}
