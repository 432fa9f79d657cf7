export const en = {
  reason: {
    requests: {
      own: 'You cannot decide your own request.',
      decided: 'This request was already decided or withdrawn.',
      withdrawn: 'The person withdrew this request.',
      approvedBy: '{{name}} already approved this request.',
      declinedBy: '{{name}} already declined this request.',
      forManagers: 'This request still waits for the person’s managers.',
      left: 'This person is no longer here.',
      notOffered: 'This is no longer offered to the person.',
      notNeeded: 'You do not have to ask for this. You can start it.',
    },
  },
  mail: {
    requestMade: {
      subject: '{{person}} requests “{{title}}”',
      greeting: 'Hello {{name}},',
      body: '{{person}} requests “{{title}}”. The request waits for your decision.',
      button: 'Open the requests',
    },
    requestStandIn: {
      subject: 'A request by {{person}} is still open: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: '{{person}} requested “{{title}}”. No manager has decided yet. You can decide now as well.',
      button: 'Open the requests',
    },
    requestApproved: {
      subject: 'Your request was approved: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: 'Your request for “{{title}}” was approved. You can start now.{{reason}}',
      button: 'Open it',
    },
    requestDeclined: {
      subject: 'Your request was declined: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: 'Your request for “{{title}}” was declined. The reason:{{reason}}',
      button: 'Open it',
    },
  },
}
