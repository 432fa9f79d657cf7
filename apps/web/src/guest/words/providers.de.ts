import type { German } from '../../words/catalogues.ts'
import type { providers as English } from './providers.en.ts'

export const providers: German<typeof English> = {
  callback: {
    heading: 'Sie konnten nicht angemeldet werden',
    over: 'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
    said: 'Der Anbieter hat die Anmeldung abgelehnt.',
    failed: 'Etwas ist schiefgegangen, bitte versuchen Sie es später noch einmal',
    back: 'Zurück zur Anmeldung',
    linkHeading: 'Das Konto konnte nicht verknüpft werden',
    toProfile: 'Zurück zu Ihrem Profil',
    proved: 'Identität bestätigt',
    closeWindow: 'Sie können dieses Fenster schließen. Die vorige Seite geht automatisch weiter.',
    proofHeading: 'Ihre Identität konnte nicht bestätigt werden',
    proofFailed: 'Schließen Sie dieses Fenster und versuchen Sie es auf der vorigen Seite erneut.',
  },
  embedded: {
    username: 'Benutzername bei {{provider}}',
    password: 'Kennwort bei {{provider}}',
    submit: 'Mit {{provider}} anmelden',
    leave: 'Bei {{provider}} fortfahren',
  },
  signedIn: 'Erfolgreich mit {{provider}} angemeldet.',
  linked: 'Ihr Konto bei {{provider}} ist jetzt verknüpft.',
}
