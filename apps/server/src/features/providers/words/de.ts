import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    directory: 'Geben Sie Kennung oder Domäne des Verzeichnisses ein, oder organizations, common oder consumers',
    httpsOnly: 'Die Adresse muss mit https:// beginnen',
    certificate: 'Das ist kein X.509-Zertifikat',
    samlMetadata:
      'Das sind keine Metadaten eines Identitätsanbieters: Es fehlt ein Aussteller mit einem Zertifikat zum Signieren',
    samlFacts: 'Eine Adresse in diesen Metadaten ist keine des Webs (https://)',
    noWayIn:
      'Niemand könnte sich mehr anmelden. Behalten Sie Kennwörter, Passkeys oder einen eingeschalteten Anbieter.',
  },
  reason: {
    providers: {
      wholeTenant: 'Nur die Administration des eigenen Teams der Organisation kann Anmeldeanbieter verwalten.',
      onlyWay:
        'Nur so können Sie sich hier anmelden. Legen Sie zuerst ein Kennwort fest oder verknüpfen Sie ein anderes Konto.',
    },
  },
  providers: {
    notOffered: 'Diese Art der Anmeldung wird hier nicht angeboten.',
    over: 'Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie von vorn.',
    cancelled:
      'Sie haben sich beim Anbieter nicht angemeldet. Beginnen Sie von vorn oder wählen Sie einen anderen Weg.',
    furtherStep:
      'Dieses Konto verlangt einen weiteren Schritt. Melden Sie sich stattdessen über die Schaltfläche des Anbieters an.',
    misconfigured: 'Diese Art der Anmeldung ist nicht richtig eingerichtet. Bitte sagen Sie es der Administration.',
    unreachable: 'Der Anbieter antwortet nicht. Bitte versuchen Sie es in Kürze noch einmal.',
    linkedElsewhere: 'Dieses Konto beim Anbieter ist schon mit einer anderen Person verknüpft.',
    noProof: 'Bestätigen Sie Ihre Identität hier mit Kennwort oder Passkey.',
    proofOfOther:
      'Beim Anbieter war eine andere Person angemeldet. Bitte melden Sie sich dort mit dem Konto an, das mit diesem verknüpft ist.',
    proofNotFresh:
      'Der Anbieter hat keine neue Anmeldung verlangt. Bitte melden Sie sich dort zuerst ab und versuchen Sie es erneut.',
    invalidToken: 'Das angegebene Token ist nicht gültig.',
    test: {
      found: 'Der Anbieter wurde gefunden, und seine Beschreibung ist gültig.',
      appFound: 'Der Anbieter nimmt die Anwendung und ihr Geheimnis an.',
      saml: 'Die Zertifikate sind gültig. Bei der ersten Anmeldung zeigt sich, ob der Identitätsanbieter uns annimmt.',
      sealed:
        'Das Geheimnis ist nicht lesbar: Es wurde mit einem anderen SECRET_KEY gespeichert. Geben Sie es neu ein.',
      certificateExpired: 'Ein Zertifikat läuft am {{date}} ab.',
      address: 'Diese Adresse kann nicht verwendet werden.',
      private:
        'Diese Adresse liegt in einem privaten Netz. Die Betreiber dieser Installation können sie erlauben (PRIVATE_PROVIDERS).',
      plain: 'Die Adresse muss mit https:// beginnen',
      tooLarge: 'Die Antwort dieser Adresse ist zu groß.',
      tooSlow: 'Der Server hat nicht rechtzeitig geantwortet.',
      unreachable: 'Unter dieser Adresse antwortet kein Server.',
      discovery: 'Unter dieser Adresse steht keine OpenID-Beschreibung. {{detail}}',
      issuer: 'Die Beschreibung unter dieser Adresse gehört zu einem anderen Aussteller: {{detail}}',
      app: 'Der Anbieter nimmt diese Anwendung und ihr Geheimnis nicht an.',
      failed: 'Die Antwort ist nicht gültig. {{detail}}',
    },
  },
  mail: {
    identityLinked: {
      subject: '{{provider}} ist jetzt mit Ihrem Konto verknüpft',
      greeting: 'Guten Tag {{name}},',
      body: 'in Ihrem Profil wurde ein Konto bei {{provider}} verknüpft. Wer sich damit anmeldet, kommt in Ihr Konto bei {{team}}.\n\nWaren Sie das nicht, ändern Sie Ihr Kennwort, lösen Sie die Verknüpfung in Ihrem Profil und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
    identityUnlinked: {
      subject: '{{provider}} ist nicht mehr mit Ihrem Konto verknüpft',
      greeting: 'Guten Tag {{name}},',
      body: 'die Verknüpfung mit Ihrem Konto bei {{provider}} wurde von Ihrem Konto bei {{team}} gelöst.\n\nWaren Sie das nicht, ändern Sie Ihr Kennwort und sagen Sie es einer Administratorin oder einem Administrator.',
      button: 'Mein Konto ansehen',
    },
  },
  audit: {
    actions: {
      providers: {
        acceptMethods: 'Anmeldearten geändert',
        change: 'Anmeldeanbieter geändert',
        create: 'Anmeldeanbieter hinzugefügt',
        link: 'Anbieterkonto verknüpft',
        remove: 'Anmeldeanbieter entfernt',
        unlink: 'Anbieterkonto getrennt',
      },
    },
    subjects: { provider: 'Anmeldeanbieter' },
  },
}
