import type { German } from '../../../words/catalogues.ts'
import type { myBadges as english } from './myBadges.en.ts'

export const myBadges: German<typeof english> = {
  title: 'Abzeichen',
  noneOfPerson: 'Noch keine Abzeichen',
  emptyText: 'Sie haben noch keine Abzeichen. Sie erhalten sie, wenn Sie abschließen, was eines verleiht.',
  failed: 'Ihre Abzeichen konnten nicht geladen werden.',
  showMore: 'Alle Abzeichen zeigen',
  awardedOn: 'Verliehen am {{day}}',
  validUntil: 'Gültig bis {{day}}',
  wasValidUntil: 'War gültig bis {{day}}',
  givenBy: 'Verliehen von {{name}}',
  revokedBecause: 'Widerrufen: {{reason}}',
  takenBack: 'Der Abschluss wurde zurückgenommen.',
  criteria: 'Bedingungen: {{criteria}}',
  verify: 'Prüfen',
  verifyNamed: 'Prüfen: {{title}}',
  credential: 'Abzeichendatei',
  credentialNamed: 'Abzeichendatei (Open Badges): {{title}}',
  picture: 'Bild',
  pictureNamed: 'Bild mit dem Abzeichen darin: {{title}}',
  states: {
    valid: 'Gültig',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
  },
  earns: {
    label: 'Abzeichen hierfür',
    text: 'Sie erhalten dieses Abzeichen, wenn Sie das hier abschließen: {{title}}',
    awarded: 'Sie haben dieses Abzeichen: {{title}}',
  },
}
