import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { MemberFilter } from './members.ts'
import { AudienceKind, AudienceRule, NamedAudience, PreviewPeople } from './permissions.ts'
import { MembershipStatus, PermissionStatus } from './states.ts'
import { Can, Id, MembershipId, Moment, oneLine, PageQuery, pageOf, selectionOf } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    audiences: { verbs: 'addPeople' | 'change' | 'create' | 'remove' | 'removePeople'; subjects: 'audience' }
  }
}

/** A permission that names an audience. */
export const AudienceUse = z.object({
  permissionId: Id,
  title: z.string(),
  status: PermissionStatus,
  documentType: DocumentType,
  documentId: Id,
  documentTitle: z.string(),
})
export type AudienceUse = z.infer<typeof AudienceUse>

/** A group: a named rule or a list of people, which many permissions may name. */
export const Audience = NamedAudience.extend({
  /** Null for a list of people. */
  rule: AudienceRule.nullable(),
  /** People on the list; null for a rule, whose people change all the time. */
  people: z.number().int().nullable(),
  /** Permissions that name it, and the first 100 of them. */
  uses: z.number().int(),
  usedBy: z.array(AudienceUse),
  /** Pathways of which a section is required of its people alone, at most 100. */
  pathways: z.array(z.object({ id: Id, title: z.string() })),
  updatedBy: z.string(),
  updatedAt: Moment,
  createdAt: Moment,
  can: Can,
})
export type Audience = z.infer<typeof Audience>

export const AudiencePerson = z.object({
  id: MembershipId,
  userId: Id,
  name: z.string(),
  email: z.string(),
  status: MembershipStatus,
  position: z.array(z.string()),
})
export type AudiencePerson = z.infer<typeof AudiencePerson>

const Selection = selectionOf(MembershipId, MemberFilter)
const title = oneLine().min(1, { error: 'required' }).max(200)

/** What people would gain, keep and lose, document by document, if an audience were changed. */
export const AudiencePreview = z.object({
  /** People in the audience after the change; of a rule only those who are active. */
  matching: z.number().int(),
  /** People who gain, keep or lose at least one document. */
  totals: z.object({ gain: z.number().int(), keep: z.number().int(), lose: z.number().int() }),
  documents: z.array(
    z.object({
      documentType: DocumentType,
      documentId: Id,
      title: z.string(),
      /** Active permissions of the document that name the audience. */
      permissions: z.array(z.object({ id: Id, title: z.string() })),
      gain: PreviewPeople,
      keep: PreviewPeople,
      lose: PreviewPeople,
    }),
  ),
  /** Sections of pathways that are required of it: whom they would come to be required of, and whom no more, of the people under way. */
  sections: z.array(
    z.object({
      pathway: z.object({ id: Id, title: z.string() }),
      sectionTitle: z.string(),
      enter: PreviewPeople,
      leave: PreviewPeople,
    }),
  ),
})
export type AudiencePreview = z.infer<typeof AudiencePreview>

export const audienceSortKeys = ['title', 'kind', 'usedBy', 'updatedAt'] as const

const params = z.object({ audienceId: Id })
const onePerson = (given: { learner: { membershipId: string } }) => ({
  selection: { by: 'ids', ids: [given.learner.membershipId] },
})

export const audiences = {
  list: endpoint({
    id: 'audiences.list',
    summary: 'Saved audiences of the tenant.',
    method: 'GET',
    path: '/api/audiences',
    access: 'admin',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      kind: AudienceKind.optional(),
      sort: z.enum(audienceSortKeys).default('title'),
      direction: z.enum(['asc', 'desc']).default('asc'),
    }),
    response: pageOf(Audience),
  }),
  get: endpoint({
    id: 'audiences.get',
    summary: 'One saved audience, with the permissions that name it.',
    method: 'GET',
    path: '/api/audiences/:audienceId',
    access: 'admin',
    callers: ['token', 'looking'],
    params,
    response: Audience,
  }),
  create: endpoint({
    id: 'audiences.create',
    summary: 'Save a rule, or a list of people, under a name.',
    method: 'POST',
    path: '/api/audiences',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'audiences.create',
    sample: (given) => ({
      body: { kind: 'people', title: 'Night shift', people: onePerson(given).selection },
      acrossTenants: true,
    }),
    idempotency: 'required',
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('rule'), title, rule: AudienceRule }),
      z.strictObject({ kind: z.literal('people'), title, people: Selection.optional() }),
    ]),
    response: Audience,
    status: 201,
  }),
  preview: endpoint({
    id: 'audiences.preview',
    summary: 'How many and who would gain, keep and lose which documents if this audience were changed.',
    method: 'POST',
    path: '/api/audiences/preview',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ body: { rule: { rule: { position: [`${given.mark}-chef`] } } } }),
    /** Without `audienceId` it is a new one. `rule` is of a named rule, `add` and `remove` are of a list of people. */
    body: z.strictObject({
      audienceId: Id.optional(),
      rule: AudienceRule.optional(),
      add: Selection.optional(),
      remove: Selection.optional(),
    }),
    response: AudiencePreview,
  }),
  update: endpoint({
    id: 'audiences.update',
    summary: 'Rename an audience, or change its rule; every permission that names it counts anew at once.',
    method: 'PATCH',
    path: '/api/audiences/:audienceId',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: 'audiences.change',
    sample: () => ({ body: { title: 'Renamed' } }),
    idempotency: 'honoured',
    params,
    body: z.strictObject({ title: title.optional(), rule: AudienceRule.optional() }),
    response: Audience,
  }),
  remove: endpoint({
    id: 'audiences.remove',
    summary: 'Remove an audience. Refused while a permission names it.',
    method: 'DELETE',
    path: '/api/audiences/:audienceId',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'audiences.remove',
    params,
  }),
  people: endpoint({
    id: 'audiences.people',
    summary:
      'People of an audience, as far as the caller looks after them: those on the list, or whom the rule matches.',
    method: 'GET',
    path: '/api/audiences/:audienceId/people',
    access: 'admin',
    callers: ['token', 'looking'],
    params,
    query: PageQuery,
    response: pageOf(AudiencePerson),
  }),
  addPeople: endpoint({
    id: 'audiences.addPeople',
    summary: 'Put people on the list: named ones, or all that a filter matches.',
    method: 'POST',
    path: '/api/audiences/:audienceId/people/add',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token', 'acting'],
    audit: 'audiences.addPeople',
    sample: (given) => ({ body: { selection: { by: 'ids', ids: [given.manager.membershipId] } } }),
    idempotency: 'honoured',
    params,
    body: z.strictObject({ selection: Selection }),
    response: z.object({ added: z.number().int() }),
  }),
  removePeople: endpoint({
    id: 'audiences.removePeople',
    summary: 'Take people off the list: named ones, or all that a filter matches.',
    method: 'POST',
    path: '/api/audiences/:audienceId/people/remove',
    access: 'admin',
    bodyBytes: 256 * 1024,
    callers: ['token', 'acting'],
    audit: 'audiences.removePeople',
    sample: (given) => ({ body: onePerson(given) }),
    idempotency: 'honoured',
    params,
    body: z.strictObject({ selection: Selection }),
    response: z.object({ removed: z.number().int() }),
  }),
}
