export const en = {
  reason: {
    credentials: {
      neverSigned: 'This badge was revoked, and nothing was signed for it before.',
    },
  },
}
