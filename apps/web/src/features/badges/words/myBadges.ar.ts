import type { Arabic } from '../../../words/catalogues.ts'
import type { myBadges as english } from './myBadges.en.ts'

export const myBadges: Arabic<typeof english> = {
  title: 'الشارات',
  noneOfPerson: 'لا توجد شارات بعد',
  emptyText: 'لا شارات لديك بعد. تحصل عليها عندما تكمل ما يمنح شارة.',
  failed: 'تعذر تحميل شاراتك.',
  showMore: 'عرض كل الشارات',
  awardedOn: 'مُنحت في {{day}}',
  validUntil: 'صالحة حتى {{day}}',
  wasValidUntil: 'كانت صالحة حتى {{day}}',
  givenBy: 'منحها {{name}}',
  revokedBecause: 'أُلغيت: {{reason}}',
  takenBack: 'سُحب الإكمال.',
  criteria: 'الشروط: {{criteria}}',
  verify: 'تحقق',
  verifyNamed: 'تحقق: {{title}}',
  credential: 'ملف الشارة',
  credentialNamed: 'ملف الشارة (Open Badges): {{title}}',
  picture: 'صورة',
  pictureNamed: 'صورة تحمل الشارة: {{title}}',
  states: {
    valid: 'صالحة',
    expired: 'منتهية',
    revoked: 'ملغاة',
  },
  earns: {
    label: 'شارات هذا',
    text: 'تحصل على هذه الشارة عندما تكمل هذا: {{title}}',
    awarded: 'لديك هذه الشارة: {{title}}',
  },
}
