import type { en as English } from './en.ts'

export const de: typeof English = {
  validation: {
    phone: 'Bitte geben Sie eine gültige Telefonnummer ein, zum Beispiel +49 30 123456.',
    usernameTaken: 'Dieser Benutzername ist schon vergeben.',
    ownManager: 'Niemand ist die eigene Führungskraft',
    unknownPerson: 'Diese Person gibt es hier nicht',
  },
  reason: {
    leftAlready: 'Diese Person ist nicht mehr da.',
    alreadyWritten: 'Diese Person wird bereits angeschrieben.',
    actAsYourself: 'Das ist Ihr eigenes Konto',
    higherRole: 'Das verlangt eine höhere Rolle als Ihre.',
    yourself: 'Das können Sie nicht mit sich selbst tun. Wenden Sie sich an eine andere Person der Administration.',
    chosenPassword:
      'Die Administration hat das Kennwort dieser Person festgelegt oder ihre Adresse geändert. Die Person muss zuerst mit „Kennwort vergessen/ändern“ auf der Anmeldeseite ein eigenes Kennwort festlegen.',
    noOwnMeans:
      'Diese Person meldet sich nur mit einem Anbieter oder Passkey an, den die Organisation selbst eingerichtet hat; das genügt für die Superadministration nicht. Sie muss zuerst im Profil ein Kennwort festlegen, oder die Superadministration muss den Anbieter neu speichern.',
    lastAdministrator:
      'Das ist die letzte Administratorin oder der letzte Administrator der Organisation. Geben Sie die Rolle zuerst einer anderen Person.',
    otherTeams: 'Diese Person gehört auch zu anderen Teams. Das kann nur die Administration der ganzen Organisation.',
    tooManyValues: 'Das wären mehr Werte, als ein Feld aufnimmt.',
    ownManager: 'Niemand kann die eigene Führungskraft sein.',
    unchanged: 'Es gibt nichts zu ändern.',
  },
  members: {
    mailJob: 'E-Mail „{{subject}}“ an Personen ({{total}})',
    someone: 'Name',
    columns: {
      firstName: 'Vorname',
      lastName: 'Nachname',
      name: 'Name',
      email: 'E-Mail',
      status: 'Status',
      roles: 'Rollen',
      position: 'Position',
      username: 'Benutzername',
      employeeId: 'Personalnummer',
      team: 'Team',
      lastSeen: 'Zuletzt gesehen',
      createdAt: 'Angelegt',
      updatedAt: 'Letzte Änderung',
      phone: 'Telefon',
      dob: 'Geburtsdatum',
      tags: 'Schlagwörter',
      managers: 'Führungskräfte',
      terminationDate: 'Austrittsdatum',
      hasLoggedIn: 'Angemeldet',
      points: 'Punkte',
      loc: 'Standort {{number}}',
      div: 'Bereich {{number}}',
      custom: 'Feld {{number}}',
      sheet: 'Personen',
    },
    changeJob: 'Personen ändern ({{total}}): {{values}}',
    statusJob: 'Status auf {{status}} setzen ({{total}})',
    status: {
      active: 'aktiv',
      inactive: 'inaktiv',
      archived: 'archiviert',
      'maternity leave': 'Mutterschutz',
      'paternity leave': 'Vaterschaftsurlaub',
      'sick leave': 'krankgemeldet',
      'compassionate leave': 'Sonderurlaub',
      'leave without pay': 'unbezahlter Urlaub',
      terminated: 'ausgeschieden',
    },
  },
  mail: {
    memberMessage: { subject: '{{subject}}', greeting: 'Hallo {{name}},', body: '{{text}}' },
    addressMoved: {
      subject: 'Ihre Anmeldeadresse für {{team}} wurde geändert',
      greeting: 'Guten Tag {{name}},',
      body: 'die Adresse Ihres Kontos bei {{team}} ist ab jetzt {{email}}. Melden Sie sich damit an; an diese hier geht nichts mehr.\n\nWissen Sie davon nichts, sagen Sie es gleich einer Administratorin oder einem Administrator.',
      button: 'Zur Anmeldung',
    },
  },
  dataExports: {
    files: {
      memberships: 'Ihre Mitgliedschaften: eine je Team, mit allen Feldern, Rollen und Einstellungen.',
    },
  },
}
