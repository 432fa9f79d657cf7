import type { German } from '../../../words/catalogues.ts'
import type { cycles as English } from './cycles.en.ts'

export const cycles: German<typeof English> = {
  validUntil: 'Gültig bis {{date}}.',
  willBeValidUntil: 'Sobald Sie fertig sind, ist der Abschluss gültig bis {{date}}.',
  window: 'Sie können vom {{from}} bis zum {{to}} erneuern.',
  opens: 'Sie können ab dem {{from}} erneuern.',
  closes: 'Danach ist es bis zum {{to}} noch einmal zu erledigen.',
  renew: 'Jetzt erneuern',
  startOver: {
    button: 'Neu beginnen',
    title: '„{{title}}“ neu beginnen?',
    text: 'Sie beginnen wieder beim ersten Schritt. Was Sie bisher gemacht haben, bleibt erhalten. Fristen ändern sich nicht.',
  },
  again: {
    course: 'Zyklus {{number}}: Sie machen diesen Kurs noch einmal',
    pathway: 'Zyklus {{number}}: Sie machen diesen Lernpfad noch einmal',
    bundle: 'Zyklus {{number}}: Sie machen dieses Kursbündel noch einmal',
  },
  earlier_one: '{{count}} früherer Zyklus',
  earlier_other: '{{count}} frühere Zyklen',
  number: 'Zyklus {{number}}',
  from: 'Ab {{date}}',
  completed: 'Abgeschlossen am {{date}}',
  notCompleted: 'Nicht abgeschlossen',
  score: 'Ergebnis {{score}}',
  wasValidUntil: 'Gültig bis {{date}}',
}
