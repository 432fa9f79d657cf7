/** A person of the tenant that tests make. */
interface GivenMember {
  userId: string
  membershipId: string
  teamId: string
  email: string
}

/** A document of some kind: one that is published, a draft, and one that is archived. */
interface GivenDocument {
  id: string
  draftId: string
  archivedId: string
}

/** What the samples of operations may name: a tenant with one of everything, made for a test. */
export interface Given {
  tenantId: string
  teamId: string
  /** Stands in every name and title of the tenant. */
  mark: string
  learner: GivenMember
  manager: GivenMember
  /** The learner's password. */
  password: string
  courseId: string
  /** A second published course, and one that is archived. */
  draftId: string
  archivedId: string
  /** Of the first course. */
  content: unknown
  packageStepId: string
  /** A step of the course with a form. */
  formStepId: string
  eventStepId: string
  /** A published pathway that the learner has, with a step to be waived and one that is waived; a draft and an archived one. */
  pathway: GivenDocument & { stepId: string; waivedStepId: string }
  learningPackage: GivenDocument
  /** The published one is the learner's. */
  resource: GivenDocument
  /** The published one is the learner's and has one question; the manager's own are the manager's. */
  form: GivenDocument
  managerForm: GivenDocument
  /** The published one is the learner's, has one session and no registration yet. */
  event: GivenDocument
  eventSessionId: string
  roomId: string
  /** Of the bank. */
  questionId: string
  /** An observation that the learner has and an assessor fills in. */
  observedId: string
  /** A submission of the learner that is under way, and one that waits for marks. */
  submissionId: string
  submittedId: string
  /** A submission of theirs to another form that waits for the manager's approval, and a stand-in of the manager's. */
  approvalId: string
  standInId: string
  /** A course that the learner is offered on request, and an open request of theirs for another one. */
  offeredId: string
  requestId: string
  /** A template that the learner’s certificate was issued with, and a certificate of theirs earned elsewhere. */
  templateId: string
  certificateId: string
  outsideId: string
  /** A badge that a rule gives, the rule, and an award of the learner's. */
  badgeId: string
  ruleId: string
  awardId: string
  managerRuleId: string
  scimTokenId: string
  rewardId: string
  spareRewardId: string
  orderId: string
  fileId: string
  packageFileId: string
  reportViewId: string
  /** The code that sets up the learner's waiting authenticator app. */
  pendingCode: string
  newId(): string
}

export interface Sample {
  /** Who calls, if it is not the person that `access` suggests. */
  by?: 'nobody' | 'learner' | 'manager' | 'admin' | 'superadmin' | 'acting'
  /** Names of the path, where they are not the ids of the tenant's own things. */
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  /** Statuses that are right here beside 2xx. */
  alsoFine?: readonly number[]
  /** People of another tenant may send these ids, too: the operation rules all tenants, or leaves foreign ids out. */
  acrossTenants?: true
  /** There is nothing to change for this call, or a job changes it later: it writes nothing to the audit log. */
  changesNothing?: true
}
