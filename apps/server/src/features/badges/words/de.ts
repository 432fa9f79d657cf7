import type { en } from './en.ts'

export const de: typeof en = {
  badges: {
    ofAudience: 'Abzeichenregeln gelten für diese Zielgruppe: {{names}}. Wählen Sie dort zuerst andere.',
    sheet: 'Abzeichen',
    columns: {
      name: 'Person',
      email: 'E-Mail',
      title: 'Abzeichen',
      awarded: 'Verliehen',
      expires: 'Gültig bis',
      state: 'Status',
      document: 'Erworben mit',
      rule: 'Regel',
      by: 'Vergeben von',
      note: 'Notiz',
      reason: 'Grund des Widerrufs',
    },
  },
  reason: {
    badges: {
      archived: 'Dieses Abzeichen ist archiviert.',
      notArchived: 'Dieses Abzeichen ist nicht archiviert.',
      inUse: 'Regeln vergeben dieses Abzeichen, oder jemand hat es erhalten. Sie können es archivieren.',
      revoked: 'Dieses Abzeichen wurde bereits widerrufen.',
    },
  },
  mail: {
    badgeAwarded: {
      subject: 'Sie haben ein Abzeichen erhalten: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: 'Herzlichen Glückwunsch. Sie haben das Abzeichen „{{title}}“ erhalten.',
      button: 'Meine Abzeichen ansehen',
    },
  },
  dataExports: {
    files: {
      badges: 'Ihre Abzeichen, mit dem Anlass.',
      shownBadges: 'Welche Ihrer Abzeichen Ihnen Seiten als neu gezeigt haben.',
    },
  },
  audit: {
    actions: {
      badgeRules: {
        change: 'Abzeichenregel geändert',
        create: 'Abzeichenregel erstellt',
        remove: 'Abzeichenregel entfernt',
      },
      badges: {
        archive: 'Abzeichen archiviert',
        award: 'Abzeichen von Hand vergeben',
        change: 'Abzeichen geändert',
        create: 'Abzeichen erstellt',
        export: 'Inhaber von Abzeichen exportiert',
        remove: 'Abzeichen entfernt',
        restore: 'Abzeichen wiederhergestellt',
        revoke: 'Abzeichen widerrufen',
      },
    },
    subjects: { badge: 'Abzeichen', badgeRule: 'Abzeichenregel' },
  },
}
