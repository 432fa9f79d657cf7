import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: { audit: { wholeTenant: 'لا يمكن التحقق من السجل إلا لمسؤولي الفريق الرئيسي للمؤسسة.' } },
  audit: {
    system: 'Learnt نفسه',
    sheet: 'سجل التدقيق',
    columns: {
      number: 'الرقم',
      id: 'المعرّف',
      moment: 'الوقت',
      at: 'الوقت (UTC)',
      actorId: 'معرّف الشخص',
      actorName: 'الشخص',
      impersonatorId: 'معرّف الشخص المتصرف',
      impersonatorName: 'الشخص المتصرف',
      teamId: 'الفريق',
      action: 'الإجراء',
      subjectType: 'نوع الموضوع',
      subjectId: 'معرّف الموضوع',
      subjectTitle: 'الموضوع',
      requestId: 'الطلب',
      address: 'عنوان IP',
      before: 'قبل',
      after: 'بعد',
      wordsHash: 'بصمة الأسماء والقيم',
      hash: 'البصمة',
    },
  },
  dataExports: {
    files: {
      audit: 'قيود سجل التدقيق عنك وعمّا فعلته. لا يرد فيها عن الآخرين سوى أسماء من تصرّفوا في حسابك.',
    },
  },
}
