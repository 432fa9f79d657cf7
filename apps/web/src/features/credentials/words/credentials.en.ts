export const credentials = {
  title: 'Verify a certificate or a badge',
  text: 'This page shows whether a certificate or a badge is real and still valid.',
  unknown: 'There is no such certificate or badge',
  unknownText:
    'Check the address, or scan the QR code again. Certificates and badges that are not found here were not issued here.',
  states: {
    certificate: {
      valid: 'This certificate is valid',
      expired: 'This certificate has expired',
      revoked: 'This certificate was revoked',
      replaced: 'This certificate was replaced',
    },
    badge: {
      valid: 'This badge is valid',
      expired: 'This badge has expired',
      revoked: 'This badge was revoked',
      replaced: 'This badge was revoked',
    },
  },
  facts: {
    holder: 'Holder',
    title: 'Title',
    issuer: 'Issued by',
    issued: 'Issued on',
    until: 'Valid until',
    forEver: 'It does not expire',
    serial: 'Serial',
    signature: 'Signature',
  },
  replacedBy: 'Its place was taken by the certificate with the serial {{serial}}.',
  signed: 'The signature is valid',
  notSigned: 'The signature is wrong: do not trust this badge',
  neverSigned: 'Nobody had fetched the signed badge before it was revoked',
  picture: 'Picture of the badge “{{title}}”',
  file: {
    title: 'Check a file',
    text: 'Choose the PDF of the certificate, or the file or the picture of the badge. It is compared with what was issued, and stays on your device.',
    choose: 'Choose a file',
    drop: 'or drop it here',
    tooBig: 'This file is larger than 3 MB. What was issued is smaller.',
    parts: 'Altered: {{parts}}',
    outcomes: {
      same: 'This file is exactly what was issued.',
      differs: 'This file is not the one that was issued.',
      other: 'This file belongs to another certificate or badge.',
      unreadable: 'There is no certificate and no badge in this file.',
      notYet: 'No file of this was ever issued, so there is nothing to compare with.',
    },
    names: {
      holderName: 'holder',
      title: 'title',
      issuer: 'issuer',
      issued: 'date of issue',
      validUntil: 'end of validity',
      badge: 'badge',
      proof: 'signature',
      rest: 'other content',
    },
  },
  key: {
    title: 'Signing of badges',
    text: 'Each badge that somebody downloads is signed with the key of your organisation, so that anybody can verify it.',
    none: 'The key is made with the first badge that somebody downloads.',
    since: 'This key has signed since {{day}}.',
    last: 'The key before was replaced on {{day}}.',
    replace: 'Replace the key',
    replaceTitle: 'Replace the key?',
    replaceText: 'From now on a new key signs. Badges that were signed before stay valid.',
    replaced: 'Key replaced',
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    credentials: typeof credentials
  }
}
