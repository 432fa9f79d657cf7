export const de = {
  reason: {
    scimTokens: {
      revoked: 'Dieses Token ist schon widerrufen.',
      tooMany: 'Der Mandant hat schon 20 Token. Bitte widerrufen Sie eines, das nicht mehr gebraucht wird.',
    },
  },
  dataExports: { files: { scim: 'Was der Identitätsanbieter Ihrer Organisation über Sie sagte.' } },
  audit: {
    actions: { scimTokens: { create: 'Bereitstellungstoken erstellt', revoke: 'Bereitstellungstoken widerrufen' } },
    subjects: { scimToken: 'Bereitstellungstoken' },
  },
}
