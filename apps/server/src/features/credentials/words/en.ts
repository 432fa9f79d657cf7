export const en = {
  reason: {
    credentials: {
      neverSigned: 'This badge was revoked, and nothing was signed for it before.',
    },
  },
  audit: { actions: { credentials: { replaceKey: 'Key that signs badges replaced' } } },
}
