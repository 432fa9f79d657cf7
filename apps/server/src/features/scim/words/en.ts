export const en = {
  reason: {
    scimTokens: {
      revoked: 'This token is revoked already.',
      tooMany: 'The tenant has 20 tokens already. Please revoke one that is no longer used.',
    },
  },
  dataExports: { files: { scim: 'What your organisation’s identity provider said about you.' } },
  audit: {
    actions: { scimTokens: { create: 'Provisioning token created', revoke: 'Provisioning token revoked' } },
    subjects: { scimToken: 'Provisioning token' },
  },
}
