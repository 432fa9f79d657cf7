import type { en as English } from './en.ts'

export const ar: typeof English = {
  dataExports: {
    files: {
      assignments: 'الدورات والحزم المسندة إليك مع الحالة والتقدم والنتيجة وموعد الاستحقاق.',
      assignmentSources: 'سبب إسناد كل منها إليك.',
      earlierSources: 'سبب إسناد الدورات السابقة من كل منها إليك.',
      causes: 'متى أكملت شيئًا، أو سُحب إكماله.',
      assignmentDays: 'حال إسناداتك في كل يوم، لتقارير الأيام الماضية.',
      activityDays: 'حال أنشطتك في كل يوم، لتقارير الأيام الماضية.',
      activities: 'تقدمك في كل نشاط من أنشطة الدورات.',
      seenVersions: 'الإصدارات السابقة من دوراتك التي كنت عليها، وحتى متى.',
    },
  },
}
