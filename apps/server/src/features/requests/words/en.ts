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
      forDeciders: 'This request waits for others first.',
      levelDecided: 'You have decided this already, or somebody else has.',
      decidesNothing: 'Only people who decide about requests name a stand-in.',
      notNeeded: 'You do not have to ask for this. You can start it.',
    },
  },
  requests: {
    yourself: 'Choose somebody else than yourself.',
    endsBefore: 'The last day is before the first.',
    past: 'These days are over.',
    overlaps: 'You have named a stand-in for some of these days already.',
    tooManyPeriods: 'You have named stand-ins for too many periods.',
    personUnknown: 'This person cannot be found.',
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
    requestReminder: {
      subject: 'Please decide: {{person}} requests “{{title}}”',
      greeting: 'Hello {{name}},',
      body: '{{person}} requests “{{title}}”. The request still waits for your decision.',
      button: 'Open the request',
    },
    formApproved: {
      subject: 'Approved: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: 'Your request “{{title}}” was approved.{{reason}}',
      button: 'Open it',
    },
    formNotApproved: {
      subject: 'Not approved: “{{title}}”',
      greeting: 'Hello {{name}},',
      body: 'Your request “{{title}}” was not approved. The reason:{{reason}}',
      button: 'Open it',
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
  dataExports: {
    files: {
      requests: 'What you asked for in the catalogue, and what became of it.',
      requestDecisions: 'Requests that you decided, or were asked to decide.',
      standIns: 'Who decided about requests for you, and for whom you did, and on which days.',
    },
  },
  audit: {
    actions: {
      requests: {
        approve: 'Request approved',
        decline: 'Request declined',
        endStandIn: 'Stand-in taken back',
        make: 'Request made',
        nameStandIn: 'Stand-in named',
        withdraw: 'Request withdrawn',
      },
    },
    subjects: { request: 'Request', standIn: 'Stand-in' },
  },
}
