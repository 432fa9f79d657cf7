import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    actingAlready: 'أنت تتصرف باسم شخص آخر بالفعل. عد إلى حسابك أولًا.',
    notActive: 'لا يمكنك التصرف إلا باسم شخص نشط',
    actingLooksOnly: 'في هذه المؤسسة، التصرف باسم شخص آخر للمشاهدة فقط.',
    notActing: 'أنت لا تتصرف باسم أحد غيرك.',
  },
  dataExports: { files: { impersonations: 'متى تصرّف أحد المسؤولين باسمك، ومن هو، ولماذا.' } },
  audit: {
    actions: {
      impersonation: {
        allowWriting: 'سُمح بالتغيير باسم شخص آخر',
        end: 'انتهى التصرف باسم شخص آخر',
        start: 'بدأ التصرف باسم شخص آخر',
      },
    },
  },
}
