export const scim = {
  title: 'Integrations',
  text: 'Identity providers such as Okta and Entra ID add, change and deactivate people by SCIM 2.0.',
  tokens: 'Provisioning tokens',
  create: 'Create token',
  search: 'Search by name',
  name: 'Name',
  nameHelp: 'For example the provider: the audit log names it beside every change.',
  state: 'State',
  states: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  scope: 'What it may do',
  scopes: { all: 'People and groups', people: 'People only', read: 'Read only' },
  scopeHelp: {
    all: 'Adds, changes and deactivates people, and keeps groups, which become audiences.',
    people: 'Adds, changes and deactivates people. Groups are only read.',
    read: 'Reads people and groups and changes nothing.',
  },
  team: 'Team',
  teamHelp: 'New people join this team. The token sees and changes the people of this team alone.',
  people: 'People',
  peopleHelp: 'People whom this token was the last to change',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  expires: 'Expires',
  expiresHelp: 'Create the next token before this day and give it to the provider.',
  days: { d30: 'In 30 days', d90: 'In 90 days', d365: 'In a year', d0: 'Not until it is revoked' },
  never: 'Never',
  revokedOn: 'Revoked on',
  created: 'Created',
  by: 'Created by',
  invites: 'Invite new people by email',
  invitesHelp: 'Leave it off where people sign in through the provider.',
  baseUrl: 'Base URL',
  copy: 'Copy',
  copied: 'Copied',
  made: {
    title: 'Token created',
    once: 'Copy the token now. It is shown only once.',
    token: 'Token',
    done: 'I have copied it',
  },
  revoke: 'Revoke',
  revokeTitle: 'Revoke “{{name}}”?',
  revokeText: 'From now on the provider can no longer add or change people. The people stay as they are.',
  revoked: 'The token was revoked.',
  empty: 'No tokens yet',
  emptyText: 'Create a token and enter it with the base URL at your identity provider.',
  help: {
    title: 'How to set it up',
    okta: {
      title: 'Okta',
      steps: `Create a token here with the team that people are to join.
In Okta, open the application and switch on SCIM provisioning under General.
Under Provisioning, Integration, enter the base URL as connector URL, userName as unique identifier, and choose HTTP Header with the token.
Choose to push new users, profile updates and groups, then test the connection.
Under To App, enable creating, updating and deactivating users.`,
    },
    entra: {
      title: 'Microsoft Entra ID',
      steps: `Create a token here with the team that people are to join.
In Entra ID, open the enterprise application, then Provisioning, and choose Automatic.
Enter the base URL as Tenant URL and the token as Secret Token, then test the connection.
Keep the standard mappings. Department and manager can stay as they are.
Assign people and groups, and start provisioning.`,
    },
    what: {
      title: 'What becomes of the data',
      points: `Somebody who is deactivated becomes inactive and is signed out at once. Somebody who is deleted is archived. Both stay in reports, and come back with all records.
Title is the first position, department the first value of div1, division of div2, the town of the work address of loc1.
The manager is found by id, user name or address. One who comes later is given as soon as they are here.
Groups become audiences, never roles. Roles and entitlements that the provider sends are left out.
Leaves stay as they are, and administrators get no new address and do not come back this way.`,
    },
  },
} as const

declare module '../../../words/catalogues.ts' {
  interface Catalogues {
    scim: typeof scim
  }
}
