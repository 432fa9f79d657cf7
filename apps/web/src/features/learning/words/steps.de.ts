import type { German } from '../../../words/catalogues.ts'
import type { steps as English } from './steps.en.ts'

export const steps: German<typeof English> = {
  formText: 'Dieses Formular wird hier ausgefüllt. In dieser Ansicht wird nichts aufgezeichnet.',
  eventText: 'Für diese Veranstaltung meldet man sich hier an. In dieser Ansicht wird nichts aufgezeichnet.',
  attendedBefore: 'Sie haben an dieser Veranstaltung bereits teilgenommen.',
  count: 'Für diesen Kurs anrechnen',
  counted: 'Für diesen Kurs angerechnet',
  attendanceText: 'Ihre Teilnahme wird bei der Veranstaltung erfasst.',
  startPage: 'Startseite noch einmal zeigen',
  kinds: {
    page: 'Seite',
    video: 'Video',
    audio: 'Audio',
    document: 'Dokument',
    link: 'Link',
    scorm: 'Interaktiver Kurs',
    form: 'Formular',
    quiz: 'Quiz',
    event: 'Veranstaltung',
  },
  rules: {
    view: 'Erledigt, wenn Sie es bis zum Ende gelesen haben',
    viewMedia: 'Erledigt, wenn Sie es bis zum Ende abgespielt haben',
    viewLink: 'Erledigt, wenn Sie dem Link folgen',
    tick: 'Erledigt, wenn Sie es abhaken',
    watch: 'Erledigt, wenn Sie {{percent}} % angesehen haben',
    listen: 'Erledigt, wenn Sie {{percent}} % angehört haben',
    score: 'Erledigt ab einer Punktzahl von {{percent}} %',
    package: 'Erledigt, wenn das Paket den Abschluss meldet',
    submitted: 'Erledigt, wenn Sie es eingereicht haben',
    passed: 'Erledigt ab {{percent}} %',
    approved: 'Erledigt, wenn es genehmigt ist',
    competent: 'Erledigt, wenn Sie als kompetent beurteilt sind',
    attended: 'Erledigt, wenn Sie teilgenommen haben',
    attendedOne: 'Erledigt, wenn Sie an einem der Termine teilgenommen haben',
  },
}
