import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    notActiveMember: 'Nur aktive Personen können noch einmal eingeladen werden.',
    noPasswordHere: 'Das Team der Person verwendet keine Passwörter.',
    noAddressOfMember: 'Diese Person hat keine E-Mail-Adresse.',
  },
  users: { passwordLinksJob: 'Passwort-Links senden ({{total}})' },
  mail: {
    invitation: {
      subject: 'Ihr Konto bei {{team}}',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie haben jetzt ein Konto für die Schulungen von {{team}}. Die Schaltfläche öffnet eine Seite, auf der Sie Ihr Kennwort wählen. Dieser Link ist {{days, number(style: unit; unit: day; unitDisplay: long)}} gültig. Er funktioniert einmal.\n\nSpäter können Sie über „Kennwort vergessen/ändern“ auf der Anmeldeseite einen neuen Link anfordern: {{address}}/login',
      button: 'Mein Kennwort wählen',
    },
    welcome: {
      subject: 'Willkommen bei {{team}}',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie haben jetzt ein Konto für die Schulungen von {{team}}.\n\nMelden Sie sich mit Ihrer E-Mail-Adresse an: {{email}}',
      button: 'Anmelden',
    },
  },
  audit: { actions: { users: { inviteAgain: 'Erneut eingeladen' } }, subjects: { user: 'Person' } },
}
