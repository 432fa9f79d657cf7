import type { German } from '../../../words/catalogues.ts'
import type { learningPackages as English } from './learningPackages.en.ts'

export const learningPackages: German<typeof English> = {
  list: {
    text: 'Kurse, Kursbündel, Lernpfade und Ressourcen, die gemeinsam zugewiesen und ausgewertet werden.',
    emptyText: 'Mit einem Lernpaket weisen Sie mehrere Dokumente auf einmal zu.',
    items_one: '{{count}} Element',
    items_other: '{{count}} Elemente',
  },
  items: {
    title: 'Elemente dieses Lernpakets',
    text: 'Alle, denen das Lernpaket zugewiesen ist, erhalten alle Elemente.',
    progress_one:
      'Alle, denen das Lernpaket zugewiesen ist, erhalten alle Elemente. Der Fortschritt ist der Anteil der erledigten Pflichtelemente: 1 ist Pflicht.',
    progress_other:
      'Alle, denen das Lernpaket zugewiesen ist, erhalten alle Elemente. Der Fortschritt ist der Anteil der erledigten Pflichtelemente: {{count}} sind Pflicht.',
    empty: 'Noch keine Elemente. Fügen Sie unten das erste hinzu.',
    add: 'Element hinzufügen',
    required: 'Pflicht',
    optional: 'Freiwillig',
    requiredOf: 'Pflicht oder freiwillig: {{title}}',
  },
  remove: {
    title: '„{{title}}“ entfernen?',
    text_one:
      '{{formatted}} Person hat dieses Lernpaket. Wenn Sie die Änderung veröffentlichen, verliert sie dieses Element, falls sie es nicht aus einem anderen Grund hat. Was sie darin getan hat, bleibt aufgezeichnet, und was fertig war, bleibt fertig.',
    text_other:
      '{{formatted}} Personen haben dieses Lernpaket. Wenn Sie die Änderung veröffentlichen, verlieren sie dieses Element, falls sie es nicht aus einem anderen Grund haben. Was sie darin getan haben, bleibt aufgezeichnet, und was fertig war, bleibt fertig.',
    yes: 'Entfernen',
  },
  problem: {
    empty: 'Es gibt noch keine Elemente.',
    nothingRequired: 'Mindestens ein Element muss Pflicht sein.',
    stepNotPublished: 'Dieses Element ist nicht veröffentlicht.',
  },
  change: {
    stepRequired: '„{{title}}“ ist jetzt Pflicht',
    stepOptional: '„{{title}}“ ist jetzt freiwillig',
  },
}
