import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: {
    requests: {
      own: 'Über die eigene Anfrage können Sie nicht entscheiden.',
      decided: 'Über diese Anfrage wurde schon entschieden, oder sie wurde zurückgezogen.',
      withdrawn: 'Die Person hat diese Anfrage zurückgezogen.',
      approvedBy: '{{name}} hat diese Anfrage schon genehmigt.',
      declinedBy: '{{name}} hat diese Anfrage schon abgelehnt.',
      forManagers: 'Diese Anfrage wartet noch auf die Führungskräfte der Person.',
      left: 'Diese Person ist nicht mehr hier.',
      notOffered: 'Das wird der Person nicht mehr angeboten.',
      forDeciders: 'Diese Anfrage wartet zuerst auf andere.',
      levelDecided: 'Das haben Sie oder jemand anderes schon entschieden.',
      decidesNothing: 'Nur wer über Anfragen entscheidet, benennt eine Vertretung.',
      notNeeded: 'Das müssen Sie nicht anfragen. Sie können es beginnen.',
    },
  },
  requests: {
    yourself: 'Bitte wählen Sie jemand anderen als sich selbst.',
    endsBefore: 'Der letzte Tag liegt vor dem ersten.',
    past: 'Diese Tage sind vorbei.',
    overlaps: 'Für einige dieser Tage haben Sie schon eine Vertretung benannt.',
    tooManyPeriods: 'Sie haben für zu viele Zeiträume Vertretungen benannt.',
    personUnknown: 'Diese Person wurde nicht gefunden.',
  },
  mail: {
    requestMade: {
      subject: '{{person}} fragt „{{title}}“ an',
      greeting: 'Guten Tag {{name}},',
      body: '{{person}} fragt „{{title}}“ an. Die Anfrage wartet auf Ihre Entscheidung.',
      button: 'Anfragen öffnen',
    },
    requestStandIn: {
      subject: 'Eine Anfrage von {{person}} ist noch offen: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: '{{person}} hat „{{title}}“ angefragt. Noch hat keine Führungskraft entschieden. Sie können jetzt ebenfalls entscheiden.',
      button: 'Anfragen öffnen',
    },
    requestReminder: {
      subject: 'Bitte entscheiden: {{person}} fragt „{{title}}“ an',
      greeting: 'Guten Tag {{name}},',
      body: '{{person}} fragt „{{title}}“ an. Die Anfrage wartet noch auf Ihre Entscheidung.',
      button: 'Anfrage öffnen',
    },
    formApproved: {
      subject: 'Genehmigt: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihre Anfrage „{{title}}“ wurde genehmigt.{{reason}}',
      button: 'Öffnen',
    },
    formNotApproved: {
      subject: 'Nicht genehmigt: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihre Anfrage „{{title}}“ wurde nicht genehmigt. Der Grund:{{reason}}',
      button: 'Öffnen',
    },
    requestApproved: {
      subject: 'Ihre Anfrage wurde genehmigt: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihre Anfrage für „{{title}}“ wurde genehmigt. Sie können jetzt beginnen.{{reason}}',
      button: 'Öffnen',
    },
    requestDeclined: {
      subject: 'Ihre Anfrage wurde abgelehnt: „{{title}}“',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihre Anfrage für „{{title}}“ wurde abgelehnt. Der Grund:{{reason}}',
      button: 'Öffnen',
    },
  },
  dataExports: {
    files: {
      requests: 'Was Sie im Katalog angefragt haben und was daraus wurde.',
      requestDecisions: 'Anfragen, über die Sie entschieden haben oder entscheiden sollten.',
      standIns: 'An welchen Tagen jemand für Sie über Anfragen entschied oder Sie für jemanden.',
    },
  },
  audit: {
    actions: {
      requests: {
        approve: 'Anfrage genehmigt',
        decline: 'Anfrage abgelehnt',
        endStandIn: 'Vertretung zurückgenommen',
        make: 'Anfrage gestellt',
        nameStandIn: 'Vertretung benannt',
        withdraw: 'Anfrage zurückgezogen',
      },
    },
    subjects: { request: 'Anfrage', standIn: 'Vertretung' },
  },
}
