/** What the audit log may record, by what it is about; the pages have words for each in every language. */
export interface AuditVerbs {
  accounts: 'changePassword' | 'makeResetLink' | 'register' | 'resetPassword' | 'sendMail' | 'verifyEmail'
  attempts: 'recompute'
  courses: 'archive' | 'bulk' | 'create' | 'discard' | 'duplicate' | 'publish' | 'restore' | 'saveDraft' | 'withdraw'
  dataExports: 'download' | 'make'
  eraseRequests: 'ask' | 'dismiss' | 'withdraw'
  factors: 'addAuthenticator' | 'addPasskey' | 'makeRecoveryCodes' | 'removeAuthenticator' | 'removePasskey' | 'reset'
  files: 'adopt'
  impersonation: 'allowWriting' | 'end' | 'start'
  jobs: 'cancel' | 'exportRows' | 'retry'
  members: 'create' | 'export' | 'setStatus' | 'update'
  navigation: 'save' | 'setAvailable'
  packages: 'import' | 'store'
  permissions: 'assign' | 'create' | 'unassign' | 'update'
  providers: 'acceptMethods' | 'change' | 'create' | 'link' | 'remove' | 'unlink'
  reports: 'export'
  schedules: 'create' | 'pause' | 'receive' | 'remove' | 'resume' | 'stop' | 'unsubscribe' | 'update'
  session: 'end' | 'handOver' | 'signIn' | 'switchTeam'
  teams: 'create' | 'remove' | 'update'
  tenants:
    | 'addDomain'
    | 'change'
    | 'changeAccess'
    | 'create'
    | 'remove'
    | 'removeDomain'
    | 'restore'
    | 'resume'
    | 'suspend'
    | 'verifyDomain'
    | 'vouchForDomain'
  themes: 'save'
  users: 'inviteAgain'
}

/** Dotted verb: `courses.publish`. */
export type AuditAction = { [Noun in keyof AuditVerbs]: `${Noun}.${AuditVerbs[Noun]}` }[keyof AuditVerbs]

/** Words for each of them. */
export type AuditWords = { [Noun in keyof AuditVerbs]: Record<AuditVerbs[Noun], string> }

export type AuditSubject =
  | 'attempt'
  | 'course'
  | 'file'
  | 'job'
  | 'mail'
  | 'membership'
  | 'package'
  | 'permission'
  | 'provider'
  | 'report'
  | 'schedule'
  | 'session'
  | 'team'
  | 'tenant'
  | 'user'
