import type { German } from '../../words/catalogues.ts'
import type { guard as English } from './guard.en.ts'

export const guard: German<typeof English> = {
  idle: {
    title: 'Sind Sie noch da?',
    text: 'Hier wurde eine Zeit lang nichts getan. Zum Schutz Ihres Kontos werden Sie abgemeldet.',
    left: 'Abmeldung in {{time}}',
    stay: 'Angemeldet bleiben',
  },
  newVersion: {
    text: 'Eine neue Version ist bereit',
    reload: 'Neu laden',
    later: 'Später',
  },
  acting: {
    looksOnly: 'Sie sehen das so, wie die Person es sieht. Nichts, was Sie hier tun, wird aufgezeichnet.',
    label: 'Im Namen einer anderen Person',
    both: '{{name}} handelt im Namen von {{person}}.',
    looking: 'Nur zusehen: Es kann nichts geändert werden.',
    writing: 'Was Sie ändern, wird für diese Person geändert.',
    allow: 'Änderungen erlauben',
    failed: 'Das hat nicht funktioniert. Bitte versuchen Sie es erneut.',
    back: 'Zurück zum eigenen Konto',
  },
}
