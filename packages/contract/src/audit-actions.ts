/** What the audit log may record, by what it is about; the pages have words for each in every language. */
export interface AuditVerbs {
  accounts:
    | 'addAddress'
    | 'changePassword'
    | 'makePrimary'
    | 'makeResetLink'
    | 'register'
    | 'removeAddress'
    | 'resetPassword'
    | 'sendMail'
    | 'verifyEmail'
  attempts: 'recompute'
  audit: 'export' | 'restore' | 'verify'
  audiences: 'addPeople' | 'change' | 'create' | 'remove' | 'removePeople'
  badges: 'archive' | 'award' | 'change' | 'create' | 'export' | 'remove' | 'restore' | 'revoke'
  badgeRules: 'change' | 'create' | 'remove'
  bulkUpdates: 'check' | 'commit' | 'discard' | 'exportRejected' | 'record' | 'start' | 'undo'
  certificateTemplates: 'change' | 'create' | 'remove'
  certificates: 'attach' | 'detach' | 'export' | 'reissue' | 'revoke'
  calendar: 'createFeed' | 'revokeFeed'
  courses: DocumentVerb | 'carryOver'
  credentials: 'replaceKey'
  cycles: 'begin' | 'renew' | 'startOver'
  dataExports: 'download' | 'make'
  eraseRequests: 'ask' | 'dismiss' | 'withdraw'
  erasures: 'begin' | 'blank' | 'confirm' | 'finish' | 'hold' | 'release' | 'removeProof' | 'setRetention'
  events:
    | 'accept'
    | 'addPeople'
    | 'cancel'
    | 'cancelEvent'
    | 'changeRoom'
    | 'createRoom'
    | 'decideCancellation'
    | 'decideScans'
    | 'export'
    | 'keep'
    | 'mark'
    | 'message'
    | 'move'
    | 'movePeople'
    | 'name'
    | 'promote'
    | 'putFacilitator'
    | 'register'
    | 'runAnyway'
    | 'removePeople'
    | 'reorder'
    | 'reserve'
    | 'walkIn'
  extensions: 'extend'
  factors: 'addAuthenticator' | 'addPasskey' | 'makeRecoveryCodes' | 'removeAuthenticator' | 'removePasskey' | 'reset'
  feeds: 'changeSettings' | 'check' | 'commit' | 'discard' | 'exportRejected' | 'start' | 'undo'
  files: 'adopt' | 'readAs'
  forms: 'export' | 'extraTime' | 'mark' | 'reopen' | 'withdrawSubmission'
  impersonation: 'allowWriting' | 'end' | 'start'
  jobs: 'cancel' | 'exportRows' | 'retry'
  managerRules: 'create' | 'remove' | 'update'
  members: 'create' | 'export' | 'mail' | 'mailPasswordLink' | 'merge' | 'setStatus' | 'undoMerge' | 'update'
  myPeople: 'remind'
  navigation: 'save' | 'setAvailable'
  outsideCertificates: 'add' | 'decide' | 'remove'
  packages: 'import' | 'store'
  pathways: 'unwaive' | 'waive'
  permissions: 'assign' | 'create' | 'setStatus' | 'unassign' | 'update'
  points: 'adjust' | 'changeRule' | 'changeSettings' | 'export' | 'redeem'
  providers: 'acceptMethods' | 'change' | 'create' | 'link' | 'remove' | 'unlink'
  questions: 'change' | 'correct' | 'create' | 'export' | 'import'
  reports: 'export'
  requests: 'approve' | 'decline' | 'endStandIn' | 'make' | 'nameStandIn' | 'withdraw'
  resources: 'export'
  rewardOrders: 'deliver' | 'make' | 'refuse'
  rewards: 'change' | 'create' | 'remove'
  schedules: 'create' | 'pause' | 'receive' | 'remove' | 'resume' | 'stop' | 'unsubscribe' | 'update'
  scimTokens: 'create' | 'revoke'
  session: 'end' | 'handOver' | 'signIn' | 'switchTeam'
  stepComments: 'add' | 'remove' | 'reopen' | 'resolve'
  teams: 'create' | 'remove' | 'update'
  tenants:
    | 'addDomain'
    | 'change'
    | 'changeAccess'
    | 'create'
    | 'remove'
    | 'removeCustomField'
    | 'removeDomain'
    | 'restore'
    | 'resume'
    | 'setCustomField'
    | 'suspend'
    | 'verifyDomain'
    | 'vouchForDomain'
  themes: 'save'
  users: 'inviteAgain'
}

/**
 * Nouns of which things are only created, changed and removed. The pages have one word for each of the three, and name the
 * subject by the title of its page. Each feature's contract adds its noun.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the contract of a feature adds to it
export interface PlainNouns {}

/** What happens to the documents of every kind that documentOperations() makes. The pages have one word for each verb. */
export type DocumentVerb =
  | 'archive'
  | 'bulk'
  | 'create'
  | 'discard'
  | 'duplicate'
  | 'publish'
  | 'restore'
  | 'restoreVersion'
  | 'saveDraft'
  | 'withdraw'
/** Kinds of documents, as the log names them. */
export type DocumentNoun = 'events' | 'forms' | 'learningPackages' | 'pathways' | 'resources'

/** Actions for which the pages have words of their own. */
export type WordedAction = { [Noun in keyof AuditVerbs]: `${Noun}.${AuditVerbs[Noun]}` }[keyof AuditVerbs]

/** Dotted verb: `courses.publish`. */
export type AuditAction =
  | WordedAction
  | `${keyof PlainNouns}.${'change' | 'create' | 'remove'}`
  | `${DocumentNoun}.${DocumentVerb}`

/** Words for each of them. */
export type AuditWords = { [Noun in keyof AuditVerbs]: Record<AuditVerbs[Noun], string> }

export type AuditSubject = WordedSubject | keyof PlainNouns

/** Subjects for which the pages have a word. */
export type WordedSubject =
  | 'attempt'
  | 'audience'
  | 'auditLog'
  | 'badge'
  | 'badgeRule'
  | 'bulkUpdate'
  | 'certificate'
  | 'certificateTemplate'
  | 'course'
  | 'event'
  | 'feedRun'
  | 'room'
  | 'learningPackage'
  | 'pathway'
  | 'resource'
  | 'file'
  | 'form'
  | 'job'
  | 'mail'
  | 'managerRule'
  | 'membership'
  | 'outsideCertificate'
  | 'package'
  | 'permission'
  | 'provider'
  | 'question'
  | 'report'
  | 'request'
  | 'reward'
  | 'rewardOrder'
  | 'schedule'
  | 'scimToken'
  | 'session'
  | 'standIn'
  | 'submission'
  | 'team'
  | 'tenant'
  | 'user'
