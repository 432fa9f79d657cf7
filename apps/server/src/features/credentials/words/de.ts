export const de = {
  reason: {
    credentials: {
      neverSigned: 'Dieses Abzeichen wurde widerrufen. Vorher wurde dafür nichts signiert.',
    },
  },
  audit: { actions: { credentials: { replaceKey: 'Schlüssel zum Signieren von Abzeichen ersetzt' } } },
}
