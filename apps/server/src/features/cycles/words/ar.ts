export const ar = {
  reason: {
    cycles: {
      notOpen: 'لا يمكن التجديد الآن.',
      noStartOver: 'لا يسمح معدّ هذه الدورة بالبدء من جديد.',
      locked: 'يجب إكمال شيء آخر أولًا.',
      nothingBegun: 'لم تبدأ هذه الدورة بعد.',
    },
  },
  validation: {
    noSuchDay: 'لا يوجد هذا اليوم في هذا الشهر.',
    longerThanCycle: 'يجب أن يكون أقصر من المدة بين إعادتين.',
  },
  mail: {
    cycleBegun: {
      subject: 'حان وقت إعادة «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'بدأت فترة جديدة من «{{title}}». يبقى ما أنجزته سابقًا في سجلك.',
      button: 'فتح',
    },
    cycleBegunDue: {
      subject: 'حان وقت إعادة «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'بدأت فترة جديدة من «{{title}}». موعد الاستحقاق {{day}}. يبقى ما أنجزته سابقًا في سجلك.',
      button: 'فتح',
    },
    cycleEnding: {
      subject: '«{{title}}» صالحة حتى {{day}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'إكمالك «{{title}}» صالح حتى {{day}}. بعد ذلك تعيدها.',
      button: 'فتح',
    },
    cycleEndingUnfinished: {
      subject: 'أكمل «{{title}}» حتى {{day}}',
      greeting: 'مرحبًا {{name}}،',
      body: 'لم تكمل «{{title}}» بعد. آخر يوم هو {{day}}. بعد ذلك تبدأ فترة جديدة من الخطوة الأولى.',
      button: 'فتح',
    },
  },
  audit: {
    actions: { cycles: { begin: 'بدأت فترات جديدة لدورة', renew: 'جُدّدت دورة', startOver: 'بدأ متعلم دورة من جديد' } },
  },
}
