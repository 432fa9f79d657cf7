import type { German } from '../../../words/catalogues.ts'
import type { scim as english } from './scim.en.ts'

export const scim: German<typeof english> = {
  title: 'Integrationen',
  text: 'Identitätsanbieter wie Okta und Entra ID legen Personen über SCIM 2.0 an, ändern und deaktivieren sie.',
  tokens: 'Bereitstellungstoken',
  create: 'Token erstellen',
  search: 'Nach Namen suchen',
  name: 'Name',
  nameHelp: 'Zum Beispiel der Anbieter: Das Protokoll nennt ihn bei jeder Änderung.',
  state: 'Zustand',
  states: { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  scope: 'Was es darf',
  scopes: { all: 'Personen und Gruppen', people: 'Nur Personen', read: 'Nur lesen' },
  scopeHelp: {
    all: 'Legt Personen an, ändert und deaktiviert sie und pflegt Gruppen, die Zielgruppen werden.',
    people: 'Legt Personen an, ändert und deaktiviert sie. Gruppen werden nur gelesen.',
    read: 'Liest Personen und Gruppen und ändert nichts.',
  },
  team: 'Team',
  teamHelp: 'Neue Personen kommen in dieses Team. Das Token sieht und ändert nur die Personen dieses Teams.',
  people: 'Personen',
  peopleHelp: 'Personen, die dieses Token zuletzt geändert hat',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'Noch nie',
  expires: 'Läuft ab',
  expiresHelp: 'Erstellen Sie vor diesem Tag das nächste Token und geben Sie es dem Anbieter.',
  days: { d30: 'In 30 Tagen', d90: 'In 90 Tagen', d365: 'In einem Jahr', d0: 'Erst mit dem Widerruf' },
  never: 'Nie',
  revokedOn: 'Widerrufen am',
  created: 'Erstellt',
  by: 'Erstellt von',
  invites: 'Neue Personen per E-Mail einladen',
  invitesHelp: 'Lassen Sie es aus, wenn man sich über den Anbieter anmeldet.',
  baseUrl: 'Basisadresse',
  copy: 'Kopieren',
  copied: 'Kopiert',
  made: {
    title: 'Token erstellt',
    once: 'Kopieren Sie das Token jetzt. Es wird nur einmal gezeigt.',
    token: 'Token',
    done: 'Ich habe es kopiert',
  },
  revoke: 'Widerrufen',
  revokeTitle: '„{{name}}“ widerrufen?',
  revokeText: 'Der Anbieter kann ab sofort niemanden mehr anlegen oder ändern. Die Personen bleiben, wie sie sind.',
  revoked: 'Das Token wurde widerrufen.',
  empty: 'Noch keine Token',
  emptyText: 'Erstellen Sie ein Token und tragen Sie es mit der Basisadresse bei Ihrem Identitätsanbieter ein.',
  help: {
    title: 'So richten Sie es ein',
    okta: {
      title: 'Okta',
      steps: `Erstellen Sie hier ein Token mit dem Team, in das die Personen kommen sollen.
Öffnen Sie in Okta die Anwendung und schalten Sie unter General die SCIM-Bereitstellung ein.
Tragen Sie unter Provisioning, Integration die Basisadresse als connector URL und userName als eindeutiges Merkmal ein, und wählen Sie HTTP Header mit dem Token.
Wählen Sie neue Benutzer, Profiländerungen und Gruppen, und testen Sie die Verbindung.
Schalten Sie unter To App das Anlegen, Ändern und Deaktivieren ein.`,
    },
    entra: {
      title: 'Microsoft Entra ID',
      steps: `Erstellen Sie hier ein Token mit dem Team, in das die Personen kommen sollen.
Öffnen Sie in Entra ID die Unternehmensanwendung, dann Bereitstellung, und wählen Sie Automatisch.
Tragen Sie die Basisadresse als Mandanten-URL und das Token als geheimes Token ein, und testen Sie die Verbindung.
Lassen Sie die üblichen Zuordnungen stehen. Abteilung und Vorgesetzte können bleiben.
Weisen Sie Personen und Gruppen zu, und starten Sie die Bereitstellung.`,
    },
    what: {
      title: 'Was aus den Daten wird',
      points: `Wer deaktiviert wird, ist inaktiv und sofort abgemeldet. Wer gelöscht wird, ist archiviert. Beide bleiben in Berichten und kommen mit allen Aufzeichnungen zurück.
Titel ist die erste Position, Abteilung der erste Wert von div1, Bereich von div2, der Ort der Dienstadresse von loc1.
Die Führungskraft wird nach Id, Benutzername oder Adresse gefunden. Wer später kommt, wird dann eingetragen.
Gruppen werden Zielgruppen, nie Rollen. Rollen und Berechtigungen, die der Anbieter schickt, werden weggelassen.
Abwesenheiten bleiben, wie sie sind. Administratoren bekommen auf diesem Weg keine neue Adresse und kommen nicht zurück.`,
    },
  },
}
