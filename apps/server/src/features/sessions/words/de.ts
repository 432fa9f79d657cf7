import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: { acceptTerms: 'Sie müssen die Nutzungsbedingungen akzeptieren' },
  reason: {
    secondFactorOwed: 'Dieses Team verlangt einen zweiten Faktor. Melden Sie sich ab und dort neu an.',
    otherSignIn: 'Dieses Team verlangt eine andere Art der Anmeldung. Melden Sie sich ab und dort neu an.',
  },
  firstRun: {
    offer:
      'Diese Installation hat noch keine Superadministration. Legen Sie hier das erste Konto dafür an (der Link funktioniert einmal):',
  },
  signIn: {
    noUniqueHeading: 'Keine eindeutige Spalte im Personalfeed gefunden',
    wrong: 'Benutzername oder Kennwort ist falsch',
    blocked:
      'Ihr Konto wurde wegen zu vieler Anmeldeversuche gesperrt. Warten Sie einige Minuten und versuchen Sie es erneut, oder wählen Sie „Kennwort vergessen/ändern“.',
    disabled: 'Ihr Konto ist deaktiviert oder gelöscht.',
    tenantSuspended: 'Diese Organisation ist gesperrt.',
    otherMethod: 'Ihr Team verwendet eine andere Anmeldeart.',
    setByMail:
      'Dieses Kennwort gilt nur für eine andere Organisation. Wenn Sie zu dieser gehören, legen Sie über „Kennwort vergessen/ändern“ ein neues fest; es gilt für alle Ihre Organisationen.',
    generic: 'Etwas ist schiefgegangen, bitte versuchen Sie es später erneut',
  },
  audit: {
    actions: {
      session: {
        end: 'Sitzung beendet',
        handOver: 'Sitzung an andere Adresse übernommen',
        signIn: 'Angemeldet',
        switchTeam: 'Team gewechselt',
      },
    },
    subjects: { session: 'Sitzung' },
  },
}
