import type { German } from '../../words/catalogues.ts'
import type { guard as English } from './guard.en.ts'

export const guard: German<typeof English> = {
  idle: {
    title: 'Sind Sie noch da?',
    text: 'Sie waren eine Weile nicht aktiv. Zum Schutz Ihres Kontos werden Sie abgemeldet.',
    left: 'Abmeldung in {{time}}',
    stay: 'Angemeldet bleiben',
  },
  newVersion: {
    text: 'Eine neue Version ist verfügbar',
    reload: 'Neu laden',
    later: 'Später',
  },
  acting: {
    looksOnly: 'Sie sehen diese Seite wie die Person. Nichts, was Sie hier tun, wird aufgezeichnet.',
    label: 'Im Namen einer anderen Person',
    both: '{{name}} handelt im Namen von {{person}}.',
    looking: 'Nur ansehen: Sie können nichts ändern.',
    writing: 'Ihre Änderungen gelten für diese Person.',
    allow: 'Änderungen erlauben',
    failed: 'Das hat nicht funktioniert. Bitte versuchen Sie es erneut.',
    back: 'Zurück zum eigenen Konto',
  },
}
