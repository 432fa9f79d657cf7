import type { German } from '../../../words/catalogues.ts'
import type { cycles as English } from './cycles.en.ts'

export const cycles: German<typeof English> = {
  validUntil: 'Gültig bis {{date}}.',
  willBeValidUntil: 'Sobald Sie ihn abschließen, ist er gültig bis {{date}}.',
  window: 'Sie können ihn vom {{from}} bis zum {{to}} erneuern.',
  opens: 'Sie können ihn ab dem {{from}} erneuern.',
  closes: 'Machen Sie ihn danach bis zum {{to}} noch einmal.',
  renew: 'Jetzt erneuern',
  startOver: {
    button: 'Neu beginnen',
    title: '„{{title}}“ neu beginnen?',
    text: 'Sie beginnen wieder beim ersten Schritt. Was Sie bisher gemacht haben, bleibt erhalten. Fristen ändern sich nicht.',
  },
  again: 'Zyklus {{number}}: Sie machen diesen Kurs noch einmal',
  earlier_one: '{{count}} früherer Zyklus',
  earlier_other: '{{count}} frühere Zyklen',
  number: 'Zyklus {{number}}',
  from: 'Ab {{date}}',
  completed: 'Abgeschlossen am {{date}}',
  notCompleted: 'Nicht abgeschlossen',
  score: 'Ergebnis {{score}}',
  wasValidUntil: 'Gültig bis {{date}}',
}
