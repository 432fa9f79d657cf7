import { z } from 'zod'
import { endpoint, rawEndpoint } from './endpoint.ts'
import { JobRef } from './jobs.ts'
import { limits } from './measures.ts'
import { PictureCrop } from './picture-crop.ts'
import { Role } from './roles.ts'
import { MembershipStatus } from './states.ts'
import { organisationFields } from './team-values.ts'
import {
  Can,
  Day,
  Id,
  lastName,
  MembershipId,
  Moment,
  maybeEmail,
  oneLine,
  PageQuery,
  pageOf,
  personName,
  preferredName,
  queryList,
  queryWords,
  Revision,
  Slug,
  selectionOf,
  Words,
} from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    members: {
      verbs: 'create' | 'export' | 'mail' | 'mailPasswordLink' | 'merge' | 'setStatus' | 'undoMerge' | 'update'
      subjects: 'membership'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    rolesChanged: { name: string; roles: string }
    statusChanged: { name: string; status: MembershipStatus }
  }
}

/** Attributes of a membership that permission rules may read: scalar and list fields of the specification. */
export const ruleFields = [
  'position',
  'tags',
  'roles',
  'managers',
  'employeeId',
  'teamId',
  'status',
  ...organisationFields,
] as const
export const RuleField = z.enum(ruleFields)
export type RuleField = z.infer<typeof RuleField>

/** Dates of a membership from which a due date may count. */
export const memberDateFields = ['createdAt', 'terminationDate'] as const
/** Those, and the tenant's own fields of the kind `date`. */
export const MemberDateField = z.enum([...memberDateFields, ...organisationFields])
export type MemberDateField = z.infer<typeof MemberDateField>

const words = z.array(oneLine().min(1).max(200)).max(100)
const optionalText = oneLine().max(200)

/** Fields of a membership that an administrator writes. Lists are always lists of strings (specification, section 5). */
export const MembershipFields = z.strictObject({
  firstName: personName(),
  lastName: lastName(),
  preferredName: preferredName(),
  email: maybeEmail(),
  username: optionalText,
  employeeId: optionalText,
  phone: optionalText,
  dob: Day.nullable(),
  terminationDate: Day.nullable(),
  status: MembershipStatus,
  roles: z.array(Role).max(4),
  /** User ids of the person's managers. */
  managers: z.array(Id).max(20),
  tags: words,
  position: words,
  loc1: words,
  loc2: words,
  loc3: words,
  loc4: words,
  loc5: words,
  loc6: words,
  div1: words,
  div2: words,
  div3: words,
  div4: words,
  div5: words,
  div6: words,
  custom1: words,
  custom2: words,
  custom3: words,
  custom4: words,
  custom5: words,
  custom6: words,
})
export type MembershipFields = z.infer<typeof MembershipFields>

export const NewMember = MembershipFields.partial()
  .required({ firstName: true, lastName: true })
  .extend({
    teamId: Slug.optional(),
    /** Write-only; used only when the person has no way to sign in yet and belongs to no other tenant. */
    password: z.string().min(limits.passwordMinLength, { error: 'passwordLength' }).max(512).optional(),
  })
  // unknown fields of a membership are dropped on save (specification, section 3)
  .strip()

export const MemberRow = z.object({
  id: MembershipId,
  userId: Id,
  teamId: Slug,
  firstName: z.string(),
  lastName: z.string(),
  /** What the person is called in place of the first name; empty: by that. */
  preferredName: z.string(),
  email: z.string(),
  username: z.string(),
  employeeId: z.string(),
  avatar: z.string(),
  status: MembershipStatus,
  roles: z.array(z.string()),
  position: z.array(z.string()),
  tags: z.array(z.string()),
  phone: z.string(),
  dob: Day.nullable(),
  terminationDate: Day.nullable(),
  hasLoggedIn: z.boolean(),
  rewardPointsCount: z.number().int(),
  managerNames: z.array(z.string()),
  /** Values of the tenant's own fields that hold any; of people their names. */
  fields: z.partialRecord(z.enum(organisationFields), z.array(z.string())),
  lastSeenAt: Moment.nullable(),
  createdAt: Moment,
  updatedAt: Moment,
})
export type MemberRow = z.infer<typeof MemberRow>

export const Member = MembershipFields.extend({
  id: MembershipId,
  userId: Id,
  teamId: Slug,
  tenantId: Slug,
  /** Where the picture is; empty: there is none. With `?w=512` it is a large one. */
  avatar: z.string(),
  /** The placeholder of somebody without an address, to which nothing is mailed; else empty. */
  systemCreatedEmail: z.string(),
  rewardPointsCount: z.number().int(),
  hasLoggedIn: z.boolean(),
  isDefault: z.boolean(),
  /** Names of the managers, in the order of `managers`. */
  managerNames: z.array(z.object({ userId: Id, name: z.string() })),
  /** Names of the people whom the tenant's own fields hold. */
  namedPeople: z.array(z.object({ userId: Id, name: z.string() })),
  /** The same person's other memberships in this tenant. */
  otherTeams: z.array(z.object({ id: MembershipId, teamId: Slug, teamName: z.string() })),
  /** Increases with every change; send it back when saving. */
  revision: z.number().int(),
  createdAt: Moment,
  updatedAt: Moment,
  /** `moveAccount`: the address to sign in with follows the membership's. */
  can: Can,
})
export type Member = z.infer<typeof Member>

export const memberSortKeys = ['name', 'email', 'status', 'createdAt'] as const

/** Of whom something is missing, or who may be there twice; by what says `duplicateSigns`. */
export const memberGaps = ['notSignedIn', 'noManager', 'duplicate'] as const
export type MemberGap = (typeof memberGaps)[number]

/** Fields with any of these values. */
export const memberWordFilters = [
  'position',
  'tags',
  'managers',
  'username',
  'employeeId',
  'phone',
  'preferredName',
  ...organisationFields,
] as const
export type MemberWordFilter = (typeof memberWordFilters)[number]

function wordFilters<T extends z.ZodType>(words: T): Record<MemberWordFilter, T> {
  return Object.fromEntries(memberWordFilters.map((field) => [field, words])) as Record<MemberWordFilter, T>
}

export const MemberFilter = z.strictObject({
  search: z.string().trim().max(200).optional(),
  status: z.array(MembershipStatus).max(100).optional(),
  role: z.array(Role).max(100).optional(),
  teamId: z.array(Slug).max(100).optional(),
  gap: z.array(z.enum(memberGaps)).max(memberGaps.length).optional(),
  ...wordFilters(Words.optional()),
})

/** How a list of a membership changes: by other values, by more of them, or by fewer. */
export const listChanges = ['set', 'add', 'remove'] as const
const how = z.enum(listChanges)

/** One change of many people. */
export const MemberChange = z.discriminatedUnion('field', [
  z.strictObject({ field: z.enum(['position', 'tags', ...organisationFields]), how, values: words }),
  z.strictObject({ field: z.literal('managers'), how, values: z.array(Id).max(20) }),
  z.strictObject({ field: z.literal('roles'), how: z.enum(['add', 'remove']), values: z.array(Role).min(1).max(4) }),
])
export type MemberChange = z.infer<typeof MemberChange>

/** A mail to many people. */
export const MemberMessage = z.strictObject({
  selection: selectionOf(MembershipId, MemberFilter),
  subject: oneLine().min(1, { error: 'required' }).max(200),
  text: z.string().trim().min(1, { error: 'required' }).max(5000),
})

/** One operation of a batch: the person, and what becomes of their membership. */
const BatchOperation = z.strictObject({
  userId: Id,
  teamId: Slug.optional(),
  set: MembershipFields.partial().strip(),
})

/** What became of it, in the order of the operations. */
const BatchResult = z.object({
  userId: Id,
  /** Empty where there is no such membership. */
  membershipId: z.string(),
  outcome: z.enum(['done', 'unchanged', 'failed']),
  /** Why it failed: the field, or empty for the whole; and the reason in words. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
})
export type BatchResult = z.infer<typeof BatchResult>

/** By what two records may be of one person. */
export const duplicateSigns = ['nameAndBirth', 'phone', 'email', 'employeeId', 'nameAndPlace'] as const
const DuplicateSign = z.enum(duplicateSigns)
export type DuplicateSign = z.infer<typeof DuplicateSign>

/** Columns of a file of people, beside the tenant's own fields. */
export const exportColumns = [
  'firstName',
  'lastName',
  'name',
  'email',
  'status',
  'roles',
  'position',
  'username',
  'employeeId',
  'team',
  'lastSeen',
  'createdAt',
  'updatedAt',
  'phone',
  'dob',
  'tags',
  'managers',
  'terminationDate',
  'hasLoggedIn',
  'points',
  ...organisationFields,
] as const

/** People to export. Without columns: those of user_list.csv. */
export const MemberExport = z.strictObject({
  selection: selectionOf(MembershipId, MemberFilter),
  format: z.enum(['csv', 'xlsx']).default('csv'),
  columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
})

const userParams = z.object({ userId: Id })

/** What a person says of themselves; no rule reads any of it. */
export const OwnProfileValues = MembershipFields.pick({ preferredName: true, phone: true, dob: true })

export const OwnProfile = OwnProfileValues.extend({
  membershipId: MembershipId,
  /** As the organisation has it, on certificates too. */
  firstName: z.string(),
  lastName: z.string(),
  avatar: z.string(),
})
export type OwnProfile = z.infer<typeof OwnProfile>

/** A picture that was uploaded, and the square of it to be shown; without one it is the middle. */
const NewPicture = z.strictObject({ uploadId: z.string().max(100), crop: PictureCrop.optional() })

export const members = {
  list: endpoint({
    id: 'members.list',
    summary: 'People of the team, or of the whole tenant for an administrator of the tenant’s own team.',
    method: 'GET',
    path: '/api/members',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      status: queryList(MembershipStatus),
      role: queryList(Role),
      teamId: queryList(Slug),
      gap: queryList(z.enum(memberGaps)),
      ...wordFilters(queryWords()),
      sort: z.enum(memberSortKeys).default('name'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(MemberRow),
  }),
  facets: endpoint({
    id: 'members.facets',
    summary: 'How many people stand behind each filter value.',
    method: 'GET',
    path: '/api/members/facets',
    access: 'admin',
    callers: ['token', 'looking'],
    response: z.object({
      status: z.array(z.object({ value: z.string(), count: z.number().int() })),
      role: z.array(z.object({ value: z.string(), count: z.number().int() })),
      teamId: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
    }),
  }),
  get: endpoint({
    id: 'members.get',
    summary: 'One person’s membership: in the administrator’s team, else the first one that the administrator may see.',
    method: 'GET',
    path: '/api/members/:userId',
    access: 'admin',
    callers: ['token', 'looking'],
    params: userParams,
    query: z.object({ teamId: Slug.optional() }),
    response: Member,
  }),
  create: endpoint({
    id: 'members.create',
    summary: 'Add a person to the team: a new user, or the existing one of that address.',
    method: 'POST',
    path: '/api/members',
    access: 'admin',
    bodyBytes: 512 * 1024,
    callers: ['token'],
    audit: 'members.create',
    sample: (given) => ({ body: { firstName: 'New', lastName: 'Comer', email: `new-${given.newId()}@example.test` } }),
    body: NewMember,
    response: Member,
    status: 201,
  }),
  update: endpoint({
    id: 'members.update',
    summary: 'Change fields of a membership; rules that name a changed attribute are re-evaluated at once.',
    method: 'PATCH',
    path: '/api/members/:userId',
    access: 'admin',
    bodyBytes: 512 * 1024,
    callers: ['token'],
    audit: 'members.update',
    sample: () => ({ body: { phone: '123' } }),
    params: userParams,
    query: z.object({ teamId: Slug.optional() }),
    body: MembershipFields.partial().extend({ revision: Revision.optional() }).strip(),
    response: Member,
  }),
  setStatus: endpoint({
    id: 'members.setStatus',
    summary: 'Set the status of many people; answers at once with a job.',
    method: 'POST',
    path: '/api/members/status',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token'],
    audit: 'members.setStatus',
    sample: (given) => ({
      changesNothing: true,
      body: { selection: { by: 'ids', ids: [given.learner.membershipId] }, status: 'inactive' },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.strictObject({ selection: selectionOf(MembershipId, MemberFilter), status: MembershipStatus }),
    response: JobRef,
    status: 202,
  }),
  change: endpoint({
    id: 'members.change',
    summary: 'Change one field of many people; answers at once with a job.',
    method: 'POST',
    path: '/api/members/changes',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token'],
    audit: 'members.update',
    sample: (given) => ({
      changesNothing: true,
      body: {
        selection: { by: 'ids', ids: [given.learner.membershipId] },
        change: { field: 'tags', how: 'add', values: ['new'] },
      },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.strictObject({ selection: selectionOf(MembershipId, MemberFilter), change: MemberChange }),
    response: JobRef,
    status: 202,
  }),
  mail: endpoint({
    id: 'members.mail',
    summary: 'Write to many people, each once, in the look of their team; answers at once with a job.',
    method: 'POST',
    path: '/api/members/mails',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token'],
    audit: 'members.mail',
    sample: (given) => ({
      body: {
        selection: { by: 'ids', ids: [given.learner.membershipId] },
        subject: 'Hello',
        text: 'Good to have you.',
      },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: MemberMessage,
    response: JobRef,
    status: 202,
  }),
  previewMail: endpoint({
    id: 'members.previewMail',
    summary: 'The same mail as it would look, and who would get none.',
    method: 'POST',
    path: '/api/members/mails/preview',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token'],
    audit: null,
    sample: (given) => ({
      body: {
        selection: { by: 'ids', ids: [given.learner.membershipId] },
        subject: 'Hello',
        text: 'Good to have you.',
      },
      acrossTenants: true,
    }),
    body: MemberMessage,
    response: z.object({
      subject: z.string(),
      text: z.string(),
      /** The look of the administrator’s team. */
      teamName: z.string(),
      color: z.string(),
      logo: z.string(),
      people: z.number().int(),
      skippedCount: z.number().int(),
      /** The first of them by name. */
      skipped: z.array(
        z.object({ id: MembershipId, name: z.string(), reason: z.enum(['leftAlready', 'noAddressOfMember']) }),
      ),
    }),
  }),
  batch: endpoint({
    id: 'members.batch',
    summary: 'Change up to 300 memberships, each for itself: what is wrong with one leaves the others as they are.',
    method: 'POST',
    path: '/api/members/batch',
    access: 'admin',
    bodyBytes: 2 * 1024 * 1024,
    callers: ['token'],
    audit: 'members.update',
    sample: (given) => ({
      body: { operations: [{ userId: given.learner.userId, set: { phone: '124' } }] },
      acrossTenants: true,
    }),
    body: z.strictObject({ operations: z.array(BatchOperation).min(1).max(limits.batchWrites) }),
    response: z.object({ results: z.array(BatchResult) }),
  }),
  ownProfile: endpoint({
    id: 'members.ownProfile',
    summary:
      'What the signed-in person says of themselves in this tenant: the preferred name, phone, birthday, picture.',
    method: 'GET',
    path: '/api/me/profile',
    access: 'signedIn',
    callers: ['token', 'looking'],
    response: OwnProfile,
  }),
  saveOwnProfile: endpoint({
    id: 'members.saveOwnProfile',
    summary: 'Change some of it, in all of the person’s teams of this tenant.',
    method: 'PATCH',
    path: '/api/me/profile',
    access: 'signedIn',
    callers: ['token'],
    audit: 'members.update',
    sample: () => ({ body: { preferredName: 'Sam', phone: '+44 1632 960124' } }),
    body: OwnProfileValues.partial(),
    response: OwnProfile,
  }),
  setOwnAvatar: endpoint({
    id: 'members.setOwnAvatar',
    summary: 'Show an uploaded picture for the signed-in person, in all of their teams of this tenant.',
    method: 'PUT',
    path: '/api/me/avatar',
    access: 'signedIn',
    callers: ['token'],
    audit: ['files.adopt', 'members.update'],
    sample: (given) => ({ body: { uploadId: given.newId() }, alsoFine: [422] }),
    body: NewPicture,
    response: OwnProfile,
  }),
  removeOwnAvatar: endpoint({
    id: 'members.removeOwnAvatar',
    summary: 'Take the picture of the signed-in person away.',
    method: 'DELETE',
    path: '/api/me/avatar',
    access: 'signedIn',
    callers: ['token'],
    audit: 'members.update',
    sample: () => ({ changesNothing: true }),
    response: OwnProfile,
  }),
  setAvatar: endpoint({
    id: 'members.setAvatar',
    summary: 'Show an uploaded picture for a person.',
    method: 'PUT',
    path: '/api/members/:userId/avatar',
    access: 'admin',
    callers: ['token'],
    audit: ['files.adopt', 'members.update'],
    sample: (given) => ({ body: { uploadId: given.newId() }, alsoFine: [422] }),
    params: userParams,
    query: z.object({ teamId: Slug.optional() }),
    body: NewPicture,
    response: Member,
  }),
  removeAvatar: endpoint({
    id: 'members.removeAvatar',
    summary: 'Take a person’s picture away.',
    method: 'DELETE',
    path: '/api/members/:userId/avatar',
    access: 'admin',
    callers: ['token'],
    audit: 'members.update',
    sample: () => ({ changesNothing: true }),
    params: userParams,
    query: z.object({ teamId: Slug.optional() }),
    response: Member,
  }),
  attributeValues: endpoint({
    id: 'members.attributeValues',
    summary: 'Values that the people whom the caller looks after have in an attribute, most frequent first.',
    method: 'GET',
    path: '/api/members/attributes/:field',
    access: 'admin',
    callers: ['token', 'looking'],
    sample: () => ({ params: { field: 'position' } }),
    params: z.object({ field: RuleField }),
    query: z.object({ search: z.string().trim().max(200).optional() }),
    response: z.object({
      values: z.array(z.object({ value: z.string(), label: z.string(), count: z.number().int() })),
    }),
  }),
  export: rawEndpoint({
    id: 'members.export',
    summary: 'The people that the filter matches, as user_list.csv.',
    method: 'GET',
    path: '/api/members.csv',
    access: 'admin',
    callers: ['token', 'looking'],
    audit: 'members.export',
    protocol:
      'CSV, UTF-8 with byte order mark, columns firstName, lastName, email, status; the filters of members.list',
    produces: 'text/csv',
  }),
  exportSelected: rawEndpoint({
    id: 'members.exportSelected',
    summary: 'The people of a selection as a file: the columns of user_list.csv, or those that are named.',
    method: 'POST',
    path: '/api/members/export',
    access: 'admin',
    callers: ['token'],
    audit: 'members.export',
    sample: () => ({ changesNothing: true, alsoFine: [422] }),
    protocol: 'JSON as MemberExport in; CSV, UTF-8 with byte order mark, or XLSX out',
    produces: 'text/csv',
  }),
  duplicates: endpoint({
    id: 'members.duplicates',
    summary: 'Other records that may be the same person, and by what.',
    method: 'GET',
    path: '/api/members/:userId/duplicates',
    access: 'admin',
    callers: ['token', 'looking'],
    params: userParams,
    response: z.object({
      items: z.array(
        z.object({
          userId: Id,
          teamId: Slug,
          name: z.string(),
          email: z.string(),
          status: MembershipStatus,
          signs: z.array(DuplicateSign),
        }),
      ),
    }),
  }),
}
