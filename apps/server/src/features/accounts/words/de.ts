import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    ownAddress: 'Das ist bereits eine Ihrer Adressen.',
    emailTaken: 'Diese E-Mail-Adresse ist schon registriert.',
    noAccount: 'Zu dieser E-Mail-Adresse gibt es kein Konto. Bitte geben Sie eine andere E-Mail-Adresse ein.',
    foreignAddress: 'Diese Adresse gehört nicht zum Team.',
    wrongPassword: 'Das ist nicht Ihr aktuelles Kennwort.',
    samePassword: 'Das ist Ihr aktuelles Kennwort. Bitte wählen Sie ein anderes.',
    unknownAttribute: 'Nach diesem Merkmal kann nicht gesucht werden.',
  },
  reason: {
    proveFirst: 'Bestätigen Sie zuerst Ihre jetzige Adresse.',
    ownPasswordFirst: 'Legen Sie zuerst ein eigenes Kennwort fest: Fordern Sie dafür einen Link per E-Mail an.',
    tooManyAddresses: 'Sie haben so viele Adressen wie möglich. Entfernen Sie zuerst eine.',
    registrationClosed: 'Diese Organisation nimmt hier keine Registrierungen an.',
    noPassword: 'Sie haben noch kein Kennwort. Lassen Sie sich einen Link zum Festlegen per E-Mail schicken.',
    confirmSignedIn: 'Melden Sie sich erst an, und öffnen Sie den Link dann noch einmal.',
    noAddress: 'Zu Ihrem Konto gehört keine E-Mail-Adresse.',
    addressProved: 'Ihre Adresse ist schon bestätigt.',
  },
  accounts: {
    tooManyLinks: 'Das wurde zu oft angefordert. Bitte warten Sie einige Minuten und versuchen Sie es erneut.',
    tooManyRegistrations:
      'Es gab zu viele Versuche, sich zu registrieren. Bitte warten Sie einige Minuten und versuchen Sie es erneut.',
    link: {
      unknown: 'Dieser Link ist ungültig. Vielleicht ist er unvollständig.',
      used: 'Dieser Link wurde schon benutzt, oder ein neuerer hat ihn ersetzt.',
      expired: 'Dieser Link ist abgelaufen.',
    },
  },
  mail: {
    resetPassword: {
      subject: 'Neues Kennwort für {{team}} festlegen',
      greeting: 'Guten Tag {{name}},',
      body: 'jemand, vermutlich Sie, hat ein neues Kennwort für {{team}} angefordert. Die Schaltfläche öffnet eine Seite, auf der Sie es wählen. Sie funktioniert einmal, innerhalb von {{minutes}} Minuten.\n\nWenn Sie es nicht waren, können Sie diese E-Mail ignorieren: Es hat sich nichts geändert.',
      button: 'Neues Kennwort wählen',
    },
    passwordChanged: {
      subject: 'Ihr Kennwort für {{team}} wurde geändert',
      greeting: 'Guten Tag {{name}},',
      body: 'Ihr Kennwort wurde geändert, und Sie wurden auf Ihren anderen Geräten abgemeldet.\n\nWenn Sie das nicht waren, legen Sie jetzt ein neues Kennwort fest und informieren Sie die Administration.',
      button: 'Ich war es nicht: neues Kennwort festlegen',
    },
    verifyEmail: {
      subject: 'Bestätigen Sie Ihre Adresse für {{team}}',
      greeting: 'Guten Tag,',
      body: 'ein Konto bei {{team}} benutzt diese Adresse. Bitte bestätigen Sie, dass sie Ihnen gehört. Der Link funktioniert einmal, innerhalb von {{minutes}} Minuten.\n\nWenn Ihnen dort kein Konto bekannt ist, können Sie diese E-Mail ignorieren.',
      button: 'Adresse bestätigen',
    },
    completeRegistration: {
      subject: 'Schließen Sie Ihre Registrierung bei {{team}} ab',
      greeting: 'Guten Tag,',
      body: 'jemand, vermutlich Sie, hat sich bei {{team}} mit dieser Adresse registriert. Bestätigen Sie sie, dann wird das Konto angelegt. Der Link funktioniert einmal, innerhalb von {{minutes}} Minuten.\n\nWenn Sie es nicht waren, können Sie diese E-Mail ignorieren: Ohne Bestätigung entsteht kein Konto.',
      button: 'Bestätigen und Konto anlegen',
    },
    joinTeam: {
      subject: 'Schließen Sie Ihre Registrierung bei {{team}} ab',
      greeting: 'Guten Tag,',
      body: 'Sie haben schon ein Konto und haben sich damit bei {{team}} registriert. Bestätigen Sie das, dann gehören Sie auch zu {{team}}; Name, Kennwort und alles andere an Ihrem Konto bleiben, wie sie sind. Der Link funktioniert einmal, innerhalb von {{minutes}} Minuten.\n\nWenn Sie es nicht waren, ignorieren Sie diese E-Mail und ändern Sie Ihr Kennwort.',
      button: 'Bestätigen und beitreten',
    },
    ownPassword: {
      subject: 'Wählen Sie ein eigenes Kennwort für {{team}}',
      greeting: 'Guten Tag,',
      body: 'Sie gehören jetzt zu {{team}}. Das Kennwort, mit dem Sie sich registriert haben, hat eine andere Organisation festgelegt, und es gilt nur dort. Die Schaltfläche öffnet eine Seite, auf der Sie ein eigenes Kennwort wählen, das für beide gilt. Der Link funktioniert einmal und läuft nach {{minutes}} Minuten ab.\n\nWenn Sie es nicht waren, können Sie diese E-Mail ignorieren: Es hat sich nichts geändert.',
      button: 'Mein Kennwort wählen',
    },
    accountExists: {
      subject: 'Sie haben schon ein Konto',
      greeting: 'Guten Tag,',
      body: 'jemand, vermutlich Sie, wollte sich bei {{team}} mit dieser Adresse registrieren. Zu ihr gibt es schon ein Konto, deshalb wurde nichts angelegt oder geändert.\n\nMelden Sie sich damit an. Wenn Sie das Kennwort vergessen haben, wählen Sie dort „Kennwort vergessen/ändern“.',
      button: 'Zur Anmeldung',
    },
    accountElsewhere: {
      subject: 'Sie haben schon ein Konto',
      greeting: 'Guten Tag,',
      body: 'Mit dieser Adresse wurde eine Registrierung bei {{team}} versucht, vermutlich von Ihnen. Sie gehört schon zu einem Konto in einer anderen Organisation, mit einem anderen Kennwort. Es wurde nichts angelegt oder geändert.\n\nRegistrieren Sie sich noch einmal, mit dem Kennwort jenes Kontos; es gilt dann auch für {{team}}. Wenn Sie kein Kennwort haben oder es vergessen haben, legen Sie eines dort fest, wo Sie das Konto benutzen, oder bitten Sie die Administration von {{team}}, Sie hinzuzufügen.\n\nWaren Sie es nicht, ignorieren Sie diese E-Mail.',
      button: 'Zur Anmeldung',
    },
    registered: {
      subject: '{{person}} hat sich bei {{team}} registriert',
      greeting: 'Guten Tag {{name}},',
      body: '{{person}} ({{email}}) hat ein Konto bei {{team}} angelegt.',
      button: 'Seite der Person öffnen',
    },
    addAddress: {
      subject: 'Weitere Adresse für {{team}} bestätigen',
      greeting: 'Guten Tag,',
      body: 'Jemand mit einem Konto bei {{team}} möchte sich mit dieser Adresse anmelden, wahrscheinlich Sie. Bestätigen Sie nur, wenn das Konto Ihres ist. Der Link funktioniert einmal und läuft in {{minutes}} Minuten ab.\n\nWaren Sie es nicht, ignorieren Sie diese E-Mail: Es geschieht nichts.',
      button: 'Adresse bestätigen',
    },
    addressInUse: {
      subject: 'Diese Adresse hat bereits ein Konto',
      greeting: 'Guten Tag,',
      body: 'Jemand wollte diese Adresse einem Konto bei {{team}} hinzufügen. Sie gehört bereits zu einem Konto, deshalb wurde nichts hinzugefügt oder geändert.\n\nWaren Sie es, melden Sie sich stattdessen mit dieser Adresse an. Waren Sie es nicht, ignorieren Sie diese E-Mail.',
    },
    addressAdded: {
      subject: 'Weitere Adresse für Ihr Konto bei {{team}}',
      greeting: 'Guten Tag {{name}},',
      body: 'Die Adresse {{email}} wurde Ihrem Konto hinzugefügt. Mit ihr kann man sich anmelden und ein neues Kennwort festlegen.\n\nWaren Sie das nicht, entfernen Sie sie in Ihrem Profil, legen Sie ein neues Kennwort fest und informieren Sie die Administration.',
      button: 'Mein Profil öffnen',
    },
    addressRemoved: {
      subject: 'Eine Adresse Ihres Kontos bei {{team}} wurde entfernt',
      greeting: 'Guten Tag {{name}},',
      body: 'Die Adresse {{email}} wurde aus Ihrem Konto entfernt. Sie öffnet das Konto nicht mehr.\n\nHaben Sie das nicht erwartet, informieren Sie die Administration.',
      button: 'Mein Profil öffnen',
    },
  },
  audit: {
    actions: {
      accounts: {
        changePassword: 'Kennwort geändert',
        addAddress: 'Adresse hinzugefügt',
        makePrimary: 'Hauptadresse geändert',
        removeAddress: 'Adresse entfernt',
        makeResetLink: 'Link für ein neues Kennwort erstellt',
        register: 'Registriert',
        resetPassword: 'Neues Kennwort über einen Link gesetzt',
        sendMail: 'E-Mail gesendet',
        verifyEmail: 'E-Mail-Adresse bestätigt',
      },
    },
  },
}
