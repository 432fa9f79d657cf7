export const myBadges = {
  title: 'Badges',
  noneOfPerson: 'No badges yet',
  emptyText: 'You have no badges yet. You earn them by finishing what gives one.',
  failed: 'Your badges could not be loaded.',
  showMore: 'Show all badges',
  awardedOn: 'Awarded on {{day}}',
  validUntil: 'Valid until {{day}}',
  wasValidUntil: 'Was valid until {{day}}',
  givenBy: 'Given by {{name}}',
  revokedBecause: 'Revoked: {{reason}}',
  takenBack: 'The completion was taken back.',
  criteria: 'Criteria: {{criteria}}',
  verify: 'Verify',
  verifyNamed: 'Verify: {{title}}',
  credential: 'Badge file',
  credentialNamed: 'Badge file (Open Badges): {{title}}',
  picture: 'Picture',
  pictureNamed: 'Picture with the badge inside: {{title}}',
  states: {
    valid: 'Valid',
    expired: 'Expired',
    revoked: 'Revoked',
  },
  earns: {
    label: 'Badges for this',
    text: 'You get this badge when you finish it: {{title}}',
    awarded: 'You have this badge: {{title}}',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    myBadges: typeof myBadges
  }
}
