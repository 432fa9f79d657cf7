import type { German } from '../../../words/catalogues.ts'
import type { extensions as english } from './extensions.en.ts'

export const extensions = {
  note: 'Verlängert bis {{day}} von {{name}}',
  noteSomebody: 'Verlängert bis {{day}}',
  was: 'Fällig war es am {{day}}.',
  extend: 'Frist verlängern',
  title: 'Frist von {{name}} verlängern',
  titleMany_one: '{{formatted}} Frist verlängern',
  titleMany_other: '{{formatted}} Fristen verlängern',
  text: 'Die spätere Frist gilt, solange sie später ist als nach den Regeln, auch wenn diese sich ändern. Die Person erhält eine Nachricht mit dem Grund.',
  day: 'Neue Frist',
  dayHelp: 'Der Tag endet in der Zeitzone Ihrer Organisation',
  dayMissing: 'Wählen Sie ein Datum',
  reason: 'Grund',
  done_one: '{{formatted}} Frist verlängert.',
  done_other: '{{formatted}} Fristen verlängert.',
  most: 'Höchstens {{count}} Personen auf einmal. Wählen Sie weniger aus.',
  left_one: 'Eine Frist wurde nicht verlängert',
  left_other: '{{count}} Fristen wurden nicht verlängert',
  unknown: 'Nicht gefunden',
  why: {
    done: 'Es ist abgeschlossen.',
    noDate: 'Es hat keine Frist.',
    notLater: 'Nach den Regeln gilt schon diese Frist oder eine spätere.',
    notFound: 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  },
} satisfies German<typeof english>
