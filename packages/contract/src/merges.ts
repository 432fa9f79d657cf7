import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organisationFields } from './team-values.ts'
import { Id, Moment, Slug } from './values.ts'

/** Fields of which the record that stays can take the other one's value. */
export const mergeFields = [
  'firstName',
  'lastName',
  'email',
  'username',
  'employeeId',
  'phone',
  'dob',
  'position',
  'tags',
  'managers',
  ...organisationFields,
] as const
export const MergeField = z.enum(mergeFields)
export type MergeField = z.infer<typeof MergeField>

/** For so many days a merge can be undone. */
export const undoDays = 30

const Side = z.object({ userId: Id, teamId: Slug, name: z.string(), email: z.string() })

/** What a merge moves, in numbers and names. */
export const MergeFigures = z.object({
  /** Documents that the other record alone has. */
  movedDocuments: z.array(z.string()),
  movedCount: z.number().int(),
  /** Documents of both: whose assignment is the current one from then on; the other becomes an earlier cycle. */
  documents: z.array(
    z.object({ title: z.string(), wins: z.enum(['stay', 'gone']), stay: z.string(), gone: z.string() }),
  ),
  documentsCount: z.number().int(),
  certificates: z.number().int(),
  badges: z.number().int(),
  points: z.number().int(),
  forms: z.number().int(),
  events: z.number().int(),
  /** Events where both have a place: the other one’s is left with the closed record. */
  eventsLeft: z.array(z.string()),
  requests: z.number().int(),
  audiences: z.array(z.string()),
  /** Rules that name the other record, as permissions, audiences, badges and managers have them. */
  rules: z.array(z.string()),
  /** People whose manager the other record is. */
  reports: z.array(z.string()),
  reportsCount: z.number().int(),
  mails: z.number().int(),
})
export type MergeFigures = z.infer<typeof MergeFigures>

const Plan = z.strictObject({
  stayUserId: Id,
  goneUserId: Id,
  /** Which membership of the one that stays; left out: the one that its page shows. */
  teamId: Slug.optional(),
  /** Fields whose value the other record gives. */
  take: z.array(MergeField).max(mergeFields.length),
})
export type MergePlan = z.infer<typeof Plan>

export const Merge = z.object({
  id: Id,
  stay: z.object({ userId: Id, name: z.string() }),
  gone: z.object({ userId: Id, name: z.string() }),
  madeAt: Moment,
  by: z.string(),
  undoUntil: Moment,
  undoneAt: Moment.nullable(),
})
export type Merge = z.infer<typeof Merge>

export const merges = {
  preview: endpoint({
    id: 'merges.preview',
    summary: 'What merging two records of one person would move, and the fields in which they differ. Changes nothing.',
    method: 'POST',
    path: '/api/merges/preview',
    access: 'admin',
    callers: ['token'],
    audit: null,
    sample: (given) => ({
      body: { stayUserId: given.learner.userId, goneUserId: given.manager.userId, take: [] },
      acrossTenants: true,
    }),
    body: Plan,
    response: z.object({
      stay: Side,
      gone: Side,
      fields: z.array(z.object({ field: MergeField, stay: z.string(), gone: z.string() })),
      figures: MergeFigures,
    }),
  }),
  make: endpoint({
    id: 'merges.make',
    summary: 'Merge two records of one person: one stays, the other is archived. Can be undone for 30 days.',
    method: 'POST',
    path: '/api/merges',
    access: 'admin',
    callers: ['token'],
    audit: 'members.merge',
    // No person that other samples need is affected.
    sample: (given) => ({
      body: { stayUserId: given.learner.userId, goneUserId: given.newId(), take: [] },
      acrossTenants: true,
      alsoFine: [404],
    }),
    idempotency: 'required',
    body: Plan,
    response: Merge,
    status: 201,
  }),
  ofPerson: endpoint({
    id: 'merges.ofPerson',
    summary: 'Merges that a record was part of, newest first.',
    method: 'GET',
    path: '/api/members/:userId/merges',
    access: 'admin',
    callers: ['token', 'looking'],
    params: z.object({ userId: Id }),
    response: z.object({ items: z.array(Merge) }),
  }),
  undo: endpoint({
    id: 'merges.undo',
    summary: 'Give the other record back what it had. What was done since stays with the record that stayed.',
    method: 'POST',
    path: '/api/merges/:mergeId/undo',
    access: 'admin',
    callers: ['token'],
    audit: 'members.undoMerge',
    sample: () => ({ alsoFine: [404] }),
    params: z.object({ mergeId: Id }),
    response: z.object({
      /** Documents that were worked on since: they stay, and the other record has its assignments back as they were. */
      kept: z.array(z.string()),
      /** Points that were spent meanwhile and could not go back. */
      pointsMissing: z.number().int(),
    }),
  }),
}
