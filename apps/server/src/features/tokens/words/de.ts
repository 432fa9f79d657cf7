import type { en as English } from './en.ts'

export const de: typeof English = {
  reason: { onlyByToken: 'Nur ein Programm mit einem Zugriffstoken kann es tauschen.' },
  tokens: {
    setUpFactor:
      'Ihre Organisation verlangt einen zweiten Faktor. Bitte melden Sie sich zuerst im Browser an und richten Sie einen ein.',
    codeMissing: 'Dieses Konto hat einen zweiten Faktor: Senden Sie seinen Code als `code`.',
    onlyPasskey:
      'Dieses Konto hat als zweiten Faktor nur Passkeys, die ein Programm nicht verwenden kann. Bitte legen Sie Wiederherstellungscodes an oder fügen Sie eine Authenticator-App hinzu.',
    codeWrong: 'Dieser Code ist falsch oder wurde schon benutzt.',
    invalid: 'Ungültiges Zugriffstoken',
    mailed:
      'Wir haben eine E-Mail an diese Adresse geschickt. Bitte folgen Sie dem Link darin und melden Sie sich dann an.',
  },
}
