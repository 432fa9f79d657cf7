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
      notNeeded: 'Das müssen Sie nicht anfragen. Sie können es beginnen.',
    },
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
}
