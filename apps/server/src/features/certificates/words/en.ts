export const en = {
  certificates: {
    unknownField: 'There is no field “{{field}}”.',
    sheet: 'Certificates',
    example: { name: 'Maria Example', title: 'Fire safety at work' },
    columns: {
      name: 'Person',
      email: 'Email',
      holder: 'Name on the certificate',
      title: 'Title',
      serial: 'Serial',
      issued: 'Issued',
      validUntil: 'Valid until',
      state: 'State',
      reason: 'Reason',
    },
    pdf: {
      code: 'Link to check this certificate:',
      picture: 'Picture',
      signature: 'Picture of a signature',
      notDrawn: 'not drawn',
    },
    standard: {
      heading: 'Certificate of completion',
      certifies: 'This certifies that',
      name: '[name]',
      finished: 'has successfully finished',
      title: '[title]',
      on: 'Date: [date]',
      score: 'Score: [score]',
      validUntil: 'Valid until [validUntil]',
      serial: 'Serial [serial]',
      signs: '[issuer]',
    },
  },
  reason: {
    certificates: {
      revoked: 'This certificate was revoked.',
      replaced: 'Another certificate has taken the place of this one.',
      inUse: 'Documents give this certificate, or somebody has it.',
      own: 'Nobody decides about their own certificate.',
      decided: 'Somebody has decided about this already.',
    },
  },
  validation: {
    noCycle: 'This document does not begin anew, so it has no cycle.',
    beforeStart: 'This day is before the day of issue.',
    inTheFuture: 'This day has not come yet.',
    pdfOrPicture: 'Upload a PDF or a picture.',
    color: 'Write a colour like #1a2b3c.',
  },
  mail: {
    certificateExpiring: {
      subject: 'Your certificate for “{{title}}” expires on {{day}}',
      greeting: 'Hello {{name}},',
      body: 'Your certificate for “{{title}}” is valid until {{day}}. Please renew it in time.',
      button: 'Open my certificates',
    },
    certificateExpired: {
      subject: 'Your certificate for “{{title}}” has expired',
      greeting: 'Hello {{name}},',
      body: 'Your certificate for “{{title}}” was valid until {{day}}.',
      button: 'Open my certificates',
    },
    certificateRevoked: {
      subject: 'Your certificate for “{{title}}” was revoked',
      greeting: 'Hello {{name}},',
      body: 'Your certificate for “{{title}}” is no longer valid. Reason: {{reason}}',
      button: 'Open my certificates',
    },
  },
  dataExports: {
    files: { certificates: 'Your certificates.', outsideCertificates: 'Certificates that you earned elsewhere.' },
  },
  audit: {
    actions: {
      certificateTemplates: {
        change: 'Certificate template changed',
        create: 'Certificate template created',
        remove: 'Certificate template removed',
      },
      certificates: {
        attach: 'Certificate of a document chosen',
        detach: 'Certificate of a document removed',
        export: 'Certificates exported',
        reissue: 'Certificate reissued',
        revoke: 'Certificate revoked',
      },
      outsideCertificates: {
        add: 'Outside certificate handed in',
        decide: 'Outside certificate decided',
        remove: 'Outside certificate withdrawn',
      },
    },
    subjects: {
      certificate: 'Certificate',
      certificateTemplate: 'Certificate template',
      outsideCertificate: 'Outside certificate',
    },
  },
}
