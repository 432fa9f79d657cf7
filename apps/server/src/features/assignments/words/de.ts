import type { en as English } from './en.ts'

export const de: typeof English = {
  dataExports: {
    files: {
      assignments: 'Ihnen zugewiesene Kurse und Kursbündel mit Stand, Fortschritt, Ergebnis und Frist.',
      assignmentSources: 'Warum Ihnen jedes davon zugewiesen wurde.',
      earlierSources: 'Warum Ihnen frühere Zyklen davon zugewiesen waren.',
      causes: 'Wann Sie etwas abgeschlossen haben, oder ein Abschluss zurückgenommen wurde.',
      assignmentDays: 'Wie Ihre Zuweisungen an welchen Tagen standen, für Berichte über vergangene Tage.',
      activityDays: 'Wie Ihre Aktivitäten an welchen Tagen standen, für Berichte über vergangene Tage.',
      activities: 'Ihr Fortschritt in jeder Aktivität eines Kurses.',
      seenVersions: 'Frühere Versionen Ihrer Kurse, auf denen Sie waren, und bis wann.',
    },
  },
}
