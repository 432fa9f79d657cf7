import type { German } from '../../words/catalogues.ts'
import type { providers as English } from './providers.en.ts'

export const providers: German<typeof English> = {
  callback: {
    heading: 'Sie konnten nicht angemeldet werden',
    over: 'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
    said: 'Sie wurden dort nicht eingelassen.',
    failed: 'Etwas ist schiefgegangen, bitte versuchen Sie es später noch einmal',
    back: 'Zurück zur Anmeldung',
    linkHeading: 'Das Konto konnte nicht verknüpft werden',
    toProfile: 'Zurück zu Ihrem Profil',
    proved: 'Das war richtig',
    closeWindow: 'Sie können dieses Fenster schließen. Die Seite, von der Sie kamen, geht von selbst weiter.',
    proofHeading: 'Es ließ sich nicht zeigen, dass Sie es sind',
    proofFailed: 'Sie können dieses Fenster schließen und es auf der Seite, von der Sie kamen, erneut versuchen.',
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
