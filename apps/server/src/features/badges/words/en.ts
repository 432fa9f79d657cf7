export const en = {
  badges: {
    ofAudience: 'Rules of badges are for this audience: {{names}}. Choose others there first.',
    sheet: 'Badges',
    columns: {
      name: 'Person',
      email: 'Email',
      title: 'Badge',
      awarded: 'Awarded',
      expires: 'Valid until',
      state: 'State',
      document: 'Earned with',
      rule: 'Rule',
      by: 'Given by',
      note: 'Note',
      reason: 'Reason of the revocation',
    },
  },
  reason: {
    badges: {
      archived: 'This badge is archived.',
      notArchived: 'This badge is not archived.',
      inUse: 'Rules give this badge, or somebody was given it. You can archive it.',
      revoked: 'This badge was revoked already.',
    },
  },
  mail: {
    badgeAwarded: {
      subject: 'You have just earned a badge: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: 'Congratulations. You have just earned the badge “{{title}}”.',
      button: 'View my badges',
    },
  },
  dataExports: {
    files: {
      badges: 'Your badges, with what they were given for.',
      shownBadges: 'Which of your badges pages have shown you as new.',
    },
  },
  audit: {
    actions: {
      badgeRules: { change: 'Badge rule changed', create: 'Badge rule created', remove: 'Badge rule removed' },
      badges: {
        archive: 'Badge archived',
        award: 'Badge given by hand',
        change: 'Badge changed',
        create: 'Badge created',
        export: 'Holders of badges exported',
        remove: 'Badge removed',
        restore: 'Badge restored',
        revoke: 'Badge revoked',
      },
    },
    subjects: { badge: 'Badge', badgeRule: 'Badge rule' },
  },
}
