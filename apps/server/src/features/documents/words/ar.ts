import type { en as English } from './en.ts'

export const ar: typeof English = {
  reason: {
    documents: {
      archived: 'المستند مؤرشف. استعده أولًا.',
      notArchived: 'المستند غير مؤرشف.',
      nothingToPublish: 'كل شيء منشور بالفعل.',
      noDraft: 'لا توجد تغييرات غير منشورة.',
      notPublished: 'المستند غير منشور.',
    },
  },
  documents: {
    copyOf: 'نسخة من {{title}}',
    bulk: {
      title: '{{action}} ({{count}})',
      publish: 'نشر',
      withdraw: 'سحب',
      archive: 'أرشفة',
      restore: 'استعادة',
      gone: 'لم يعد موجودًا.',
    },
  },
}
