import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    sixDigits: 'Der Code hat sechs Ziffern',
    wrongCode: 'Dieser Code stimmt nicht oder wurde schon benutzt.',
    wrongPasskey: 'Dieser Passkey wurde nicht angenommen. Bitte versuchen Sie es erneut.',
  },
  reason: {
    ownFactors: 'Ihre eigenen zweiten Faktoren stehen in Ihrem Profil.',
    belongsElsewhere: 'Diese Person gehört auch zu einer anderen Organisation. Das kann nur die Superadministration.',
    neverHere: 'Diese Person hat sich hier noch nie angemeldet: Es gibt nichts zu entfernen.',
  },
  factors: {
    blocked: 'Es gab zu viele falsche Antworten. Warten Sie ein paar Minuten und versuchen Sie es erneut.',
    stepOver:
      'Diese Anmeldung hat zu lange gedauert oder wurde zu oft falsch beantwortet. Bitte beginnen Sie von vorn.',
    setUpOver: 'Dieser Schlüssel gilt nicht mehr. Bitte beginnen Sie von vorn.',
    nothingOwed: 'Diese Sitzung braucht keinen weiteren Nachweis.',
    setUpAlready: 'Sie haben schon einen zweiten Faktor. Bitte melden Sie sich damit an.',
    notOwn:
      'Sie gehören zu mehreren Organisationen, und noch ist nicht bestätigt, dass dieses Konto Ihnen allein gehört. Bestätigen Sie im Profil unter „Kennwort und Adresse“ Ihre Adresse, oder legen Sie dort per E-Mail ein Kennwort fest. Wenn das nicht möglich ist, wenden Sie sich an die Administration.',
    passkeyOnly: 'Bitte richten Sie hier einen Passkey ein.',
    notAdded: 'Dieser Passkey ist schon gespeichert, oder Sie haben 20 Passkeys.',
    nothingToRecover:
      'Wiederherstellungscodes gehören zu einem zweiten Faktor. Fügen Sie zuerst eine Authenticator-App oder einen Passkey hinzu.',
  },
  mail: {
    authenticatorAdded: {
      subject: 'Ihrem Konto wurde eine Authenticator-App hinzugefügt',
      greeting: 'Guten Tag {{name}},',
      body: 'von jetzt an braucht die Anmeldung bei {{team}} auch einen Code Ihrer Authenticator-App.\n\nWaren Sie das nicht, ändern Sie jetzt Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    authenticatorRemoved: {
      subject: 'Die Authenticator-App wurde von Ihrem Konto entfernt',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Konto fragt nicht mehr nach Codes einer Authenticator-App.\n\nWaren Sie das nicht, ändern Sie jetzt Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    passkeyAdded: {
      subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie können sich jetzt mit dem Passkey „{{passkey}}“ anmelden.\n\nWaren Sie das nicht, entfernen Sie ihn in Ihrem Profil, ändern Sie Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    passkeyRemoved: {
      subject: 'Ein Passkey wurde von Ihrem Konto entfernt',
      greeting: 'Guten Tag {{name}},',
      body: 'Sie können sich mit dem Passkey „{{passkey}}“ nicht mehr anmelden.\n\nWaren Sie das nicht, ändern Sie jetzt Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    recoveryCodesMade: {
      subject: 'Ihr Konto hat neue Wiederherstellungscodes',
      greeting: 'Guten Tag {{name}},',
      body: 'zehn neue Wiederherstellungscodes wurden erzeugt; die früheren gelten nicht mehr.\n\nWaren Sie das nicht, ändern Sie jetzt Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    recoveryCodeUsed: {
      subject: 'Ein Wiederherstellungscode Ihres Kontos wurde benutzt',
      greeting: 'Guten Tag {{name}},',
      body: 'jemand, vermutlich Sie, hat sich mit einem Wiederherstellungscode angemeldet. Übrige Codes: {{left}}.\n\nWaren Sie das nicht, ändern Sie jetzt Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    factorsReset: {
      subject: 'Ihre zweiten Faktoren wurden entfernt',
      greeting: 'Guten Tag {{name}},',
      body: 'die Administration von {{team}} hat Authenticator-App, Passkeys und Wiederherstellungscodes von Ihrem Konto entfernt, damit Sie sich wieder anmelden können. Richten Sie in Ihrem Profil einen neuen zweiten Faktor ein.\n\nHaben Sie nicht darum gebeten, sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    passkeysReset: {
      subject: 'Ihre Passkeys für {{team}} wurden entfernt',
      greeting: 'Guten Tag {{name}},',
      body: 'die Administration von {{team}} hat die Passkeys entfernt, die nur diese Organisation geöffnet haben, damit Sie sich wieder anmelden können. Was Sie für alle Ihre Organisationen eingerichtet haben, bleibt. Richten Sie in Ihrem Profil einen anderen Passkey ein oder dann, wenn Sie bei der Anmeldung danach gefragt werden.\n\nHaben Sie nicht darum gebeten, sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
  },
  audit: {
    actions: {
      factors: {
        addAuthenticator: 'Authenticator-App hinzugefügt',
        addPasskey: 'Passkey hinzugefügt',
        makeRecoveryCodes: 'Wiederherstellungscodes erstellt',
        removeAuthenticator: 'Authenticator-App entfernt',
        removePasskey: 'Passkey entfernt',
        reset: 'Zweite Faktoren zurückgesetzt',
      },
    },
  },
}
