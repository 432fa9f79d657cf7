import type { en } from './en.ts'

export const ar: typeof en = {
  badges: {
    ofAudience: 'قواعد شارات مخصصة لهذه الفئة: {{names}}. اختر غيرها هناك أولًا.',
    sheet: 'الشارات',
    columns: {
      name: 'الشخص',
      email: 'البريد الإلكتروني',
      title: 'الشارة',
      awarded: 'مُنحت في',
      expires: 'صالحة حتى',
      state: 'الحالة',
      document: 'اكتُسبت بإكمال',
      rule: 'القاعدة',
      by: 'منحها',
      note: 'ملاحظة',
      reason: 'سبب الإلغاء',
    },
  },
  reason: {
    badges: {
      archived: 'هذه الشارة مؤرشفة.',
      notArchived: 'هذه الشارة ليست مؤرشفة.',
      inUse: 'تمنح قواعد هذه الشارة، أو حصل عليها أحد. يمكنك أرشفتها.',
      revoked: 'أُلغيت هذه الشارة من قبل.',
    },
  },
  mail: {
    badgeAwarded: {
      subject: 'حصلت على شارة: «{{title}}»',
      greeting: 'مرحبًا {{name}}،',
      body: 'تهانينا. حصلت للتو على شارة «{{title}}».',
      button: 'عرض شاراتي',
    },
  },
  dataExports: { files: { badges: 'شاراتك وسبب منحها.', shownBadges: 'شاراتك التي عرضتها الصفحات لك كجديدة.' } },
  audit: {
    actions: {
      badgeRules: { change: 'تغيّرت قاعدة شارة', create: 'أُنشئت قاعدة شارة', remove: 'أُزيلت قاعدة شارة' },
      badges: {
        archive: 'أُرشفت شارة',
        award: 'مُنحت شارة يدويًا',
        change: 'تغيّرت شارة',
        create: 'أُنشئت شارة',
        export: 'صُدّرت قائمة حاملي الشارات',
        remove: 'أُزيلت شارة',
        restore: 'استُعيدت شارة',
        revoke: 'أُلغيت شارة',
      },
    },
    subjects: { badge: 'شارة', badgeRule: 'قاعدة شارة' },
  },
}
