import { z } from 'zod'
import { CourseContent } from './courses.ts'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { StoredFile } from './files.ts'
import { FormContent } from './forms/content.ts'
import { Launch } from './learning.ts'
import { FixedDue } from './permissions.ts'
import { ResourceType } from './resources.ts'
import { MembershipStatus } from './states.ts'
import { Id, Moment, oneLine, PageQuery, pageOf, queryList } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    myPeople: { verbs: 'remind' }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    /** A manager reminds of work: `title` of the first, and how many there are. */
    managerReminded: { name: string; title: string; count: number; message: string }
  }
}

/** What a manager may have to do about somebody. */
export const attentions = ['overdue', 'expired', 'dueSoon', 'expiring', 'waiting', 'notStarted'] as const
export const Attention = z.enum(attentions)
export type Attention = z.infer<typeof Attention>

export const teamLimits = {
  /** People who are reminded, or given something, at once. */
  atOnce: 100,
} as const

/** How one of a manager's people stands. Figures are of what the manager looks after. */
export const MyPerson = z.object({
  userId: Id,
  name: z.string(),
  avatar: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  status: MembershipStatus,
  /** Null: a direct report. Otherwise the one of the manager's people to whom they report. */
  through: z.string().nullable(),
  /** Required work past its last day. */
  overdue: z.number().int(),
  dueSoon: z.number().int(),
  /** Certificates that are no longer valid and have no later one of the same document. */
  expired: z.number().int(),
  expiring: z.number().int(),
  /** Requests and handed-in forms that wait for the manager. */
  waiting: z.number().int(),
  assigned: z.number().int(),
  notStarted: z.number().int(),
  completed: z.number().int(),
  /** Completed of assigned, in percent; null when nothing is assigned. */
  completionRate: z.number().nullable(),
  lastActivityAt: Moment.nullable(),
  /** When the caller last reminded them. */
  remindedAt: Moment.nullable(),
})
export type MyPerson = z.infer<typeof MyPerson>

/** Numbers of people, of all whom the filter of levels gives, whatever is searched for. */
export const TeamTotals = z.object({
  people: z.number().int(),
  overdue: z.number().int(),
  expired: z.number().int(),
  dueSoon: z.number().int(),
  expiring: z.number().int(),
  waiting: z.number().int(),
  notStarted: z.number().int(),
  /** The mean of everybody's completion rate, those included who have not started; null where nobody has anything. */
  completionRate: z.number().nullable(),
})
export type TeamTotals = z.infer<typeof TeamTotals>

/** Why somebody is not reminded: nothing of theirs is due soon or late, they were reminded today, they are not active. */
export const reminderRefusals = ['nothingDue', 'today', 'away'] as const

const userIds = z.array(Id).min(1).max(teamLimits.atOnce)

/** A document to be looked into. One of the four says what is in it: `sections` of a bundle, a pathway or a package. */
export const DocumentPreview = z.object({
  id: Id,
  type: DocumentType,
  title: z.string(),
  description: z.string(),
  course: z.object({ content: CourseContent, files: z.array(StoredFile) }).nullable(),
  resource: z.object({ type: ResourceType, url: z.string(), file: StoredFile.nullable() }).nullable(),
  /** Without right answers, and without questions that each attempt draws anew. */
  form: z.object({ form: FormContent, files: z.array(StoredFile) }).nullable(),
  sections: z.array(
    z.object({
      title: z.string(),
      steps: z.array(z.object({ id: Id, type: DocumentType, title: z.string(), isRequired: z.boolean() })),
    }),
  ),
})
export type DocumentPreview = z.infer<typeof DocumentPreview>

export const myPeople = {
  list: endpoint({
    id: 'myPeople.list',
    summary: 'The manager’s own people: who is late, whose certificates expire, what waits for the manager.',
    method: 'GET',
    path: '/api/my-people',
    access: 'manager',
    callers: ['token', 'looking'],
    query: PageQuery.extend({
      /** `all`: also the people of those who report to the manager, and so on. */
      levels: z.enum(['direct', 'all']).default('direct'),
      /** Only those of whom at least one of these figures is above zero. */
      having: queryList(Attention),
      status: queryList(MembershipStatus),
      sort: z.enum(['attention', 'name']).default('attention'),
    }),
    response: pageOf(MyPerson).extend({ totals: TeamTotals }),
  }),
  documents: endpoint({
    id: 'myPeople.documents',
    summary:
      'Documents that the manager may give to their people: published ones that they have, or could start, themselves.',
    method: 'GET',
    path: '/api/my-people/documents',
    access: 'manager',
    callers: ['token', 'looking'],
    query: z.object({
      search: z.string().trim().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.object({ items: z.array(z.object({ id: Id, type: DocumentType, title: z.string() })) }),
  }),
  preview: endpoint({
    id: 'myPeople.preview',
    summary:
      'The published version of what the manager may give, or their people have, as people get it. Nothing is recorded.',
    method: 'GET',
    path: '/api/my-people/documents/:documentType/:documentId/preview',
    access: 'manager',
    callers: ['token', 'looking'],
    params: z.object({ documentType: DocumentType, documentId: Id }),
    response: DocumentPreview,
  }),
  previewLaunch: endpoint({
    id: 'myPeople.previewLaunch',
    summary: 'Open a package of such a course; nothing is recorded.',
    method: 'POST',
    path: '/api/my-people/documents/course/:documentId/preview/launch',
    access: 'manager',
    callers: ['token', 'acting'],
    audit: null,
    sample: (given) => ({ params: { documentId: given.courseId }, body: { activityId: given.packageStepId } }),
    answersSecret: true,
    params: z.object({ documentId: Id }),
    body: z.strictObject({ activityId: Id }),
    response: Launch,
  }),
  assign: endpoint({
    id: 'myPeople.assign',
    summary: 'Give a document to people of the manager’s own.',
    method: 'POST',
    path: '/api/my-people/assign',
    access: 'manager',
    callers: ['token', 'acting'],
    audit: 'permissions.assign',
    // What the manager does not have themselves does not exist for them.
    sample: (given) => ({
      body: { documentType: 'course', documentId: given.newId(), userIds: [given.learner.userId] },
      acrossTenants: true,
      changesNothing: true,
      alsoFine: [404],
    }),
    idempotency: 'required',
    body: z.strictObject({
      documentType: DocumentType,
      documentId: Id,
      userIds,
      isOptional: z.boolean().default(false),
      due: FixedDue.default({ kind: 'none' }),
    }),
    /** How many did not have it before. */
    response: z.object({ given: z.number().int() }),
  }),
  remind: endpoint({
    id: 'myPeople.remind',
    summary: 'Remind people of the manager’s own of what is late or due soon; each of them once a day.',
    method: 'POST',
    path: '/api/my-people/remind',
    access: 'manager',
    callers: ['token', 'acting'],
    audit: 'myPeople.remind',
    sample: (given) => ({
      body: { userIds: [given.newId()] },
      acrossTenants: true,
      changesNothing: true,
      alsoFine: [404],
    }),
    idempotency: 'required',
    body: z.strictObject({ userIds, message: oneLine().max(500).default('') }),
    response: z.object({
      reminded: z.number().int(),
      refused: z.array(z.object({ userId: Id, name: z.string(), reason: z.enum(reminderRefusals) })),
    }),
  }),
}
