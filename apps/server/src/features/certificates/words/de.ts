export const de = {
  certificates: {
    unknownField: 'Es gibt kein Feld „{{field}}“.',
    sheet: 'Zertifikate',
    example: { name: 'Maria Beispiel', title: 'Brandschutz am Arbeitsplatz' },
    columns: {
      name: 'Person',
      email: 'E-Mail',
      holder: 'Name auf dem Zertifikat',
      title: 'Titel',
      serial: 'Nummer',
      issued: 'Ausgestellt',
      validUntil: 'Gültig bis',
      state: 'Stand',
      reason: 'Grund',
    },
    pdf: {
      code: 'Link, unter dem man diese Urkunde prüfen kann:',
      picture: 'Bild',
      signature: 'Bild einer Unterschrift',
      notDrawn: 'nicht gezeichnet',
    },
    standard: {
      heading: 'Zertifikat',
      certifies: 'Hiermit wird bestätigt, dass',
      name: '[name]',
      finished: 'erfolgreich abgeschlossen hat:',
      title: '[title]',
      on: 'Datum: [date]',
      score: 'Ergebnis: [score]',
      validUntil: 'Gültig bis [validUntil]',
      serial: 'Nummer [serial]',
      signs: '[issuer]',
    },
  },
  reason: {
    certificates: {
      revoked: 'Dieses Zertifikat wurde widerrufen.',
      replaced: 'Ein anderes Zertifikat hat dieses ersetzt.',
      inUse: 'Dokumente vergeben dieses Zertifikat, oder jemand hat es.',
      own: 'Niemand entscheidet über das eigene Zertifikat.',
      decided: 'Darüber hat schon jemand entschieden.',
    },
  },
  validation: {
    noCycle: 'Dieses Dokument beginnt nicht neu und hat deshalb keinen Zyklus.',
    beforeStart: 'Dieser Tag liegt vor dem Tag der Ausstellung.',
    inTheFuture: 'Dieser Tag liegt in der Zukunft.',
    pdfOrPicture: 'Laden Sie ein PDF oder ein Bild hoch.',
    color: 'Schreiben Sie eine Farbe wie #1a2b3c.',
  },
  mail: {
    certificateExpiring: {
      subject: 'Ihr Zertifikat für „{{title}}“ läuft am {{day}} ab',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Zertifikat für „{{title}}“ ist gültig bis {{day}}. Bitte erneuern Sie es rechtzeitig.',
      button: 'Meine Zertifikate öffnen',
    },
    certificateExpired: {
      subject: 'Ihr Zertifikat für „{{title}}“ ist abgelaufen',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Zertifikat für „{{title}}“ war gültig bis {{day}}.',
      button: 'Meine Zertifikate öffnen',
    },
    certificateRevoked: {
      subject: 'Ihr Zertifikat für „{{title}}“ wurde widerrufen',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Zertifikat für „{{title}}“ ist nicht mehr gültig. Grund: {{reason}}',
      button: 'Meine Zertifikate öffnen',
    },
  },
  dataExports: {
    files: { certificates: 'Ihre Zertifikate.', outsideCertificates: 'Zertifikate, die Sie anderswo erworben haben.' },
  },
  audit: {
    actions: {
      certificateTemplates: {
        change: 'Zertifikatsvorlage geändert',
        create: 'Zertifikatsvorlage erstellt',
        remove: 'Zertifikatsvorlage entfernt',
      },
      certificates: {
        attach: 'Zertifikat eines Dokuments gewählt',
        detach: 'Zertifikat eines Dokuments entfernt',
        export: 'Zertifikate exportiert',
        reissue: 'Zertifikat neu ausgestellt',
        revoke: 'Zertifikat widerrufen',
      },
      outsideCertificates: {
        add: 'Fremdes Zertifikat eingereicht',
        decide: 'Über fremdes Zertifikat entschieden',
        remove: 'Fremdes Zertifikat zurückgezogen',
      },
    },
    subjects: {
      certificate: 'Zertifikat',
      certificateTemplate: 'Zertifikatsvorlage',
      outsideCertificate: 'Fremdes Zertifikat',
    },
  },
}
