export const en = {
  validation: {
    phone: 'Please enter a valid phone number, such as +44 20 7946 0958.',
    usernameTaken: 'This user name is already in use.',
    ownManager: 'A person cannot be their own manager',
    unknownPerson: 'This person does not exist here',
  },
  reason: {
    actAsYourself: 'This is your own account',
    higherRole: 'This requires a higher role than yours.',
    yourself: 'You cannot do this to yourself. Ask another administrator.',
    chosenPassword:
      'An administrator set this person’s password or changed their address. The person must first set their own password with “Forgot/Change Password” on the sign-in page.',
    noOwnMeans:
      'This person signs in only with a provider or passkey that the organisation set up itself, which is not enough for a superadministrator. They must first set a password in their profile, or a superadministrator must save the provider again.',
    lastAdministrator: 'This is the last administrator of the organisation. Make another person administrator first.',
    otherTeams: 'This person also belongs to other teams. Only an administrator of the whole organisation can do this.',
    tooManyValues: 'This would be more values than a field holds.',
    ownManager: 'A person cannot be their own manager.',
    unchanged: 'There is nothing to change.',
  },
  members: {
    changeJob: 'Change people ({{total}}): {{values}}',
    statusJob: 'Set status to {{status}} ({{total}})',
    status: {
      active: 'active',
      inactive: 'inactive',
      archived: 'archived',
      'maternity leave': 'maternity leave',
      'paternity leave': 'paternity leave',
      'sick leave': 'sick leave',
      'compassionate leave': 'compassionate leave',
      'leave without pay': 'leave without pay',
      terminated: 'terminated',
    },
  },
  mail: {
    addressMoved: {
      subject: 'Your sign-in address for {{team}} has changed',
      greeting: 'Hello {{name}},',
      body: 'The address of your account at {{team}} is now {{email}}. Use it to sign in. No more emails are sent to this address.\n\nIf you did not expect this, tell an administrator at once.',
      button: 'Go to login',
    },
  },
}
