import { z } from 'zod'
import { FoundColleagues } from './colleagues.ts'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { Can, Day, Id, Moment, PageQuery, pageOf, queryList } from './values.ts'

declare module './audit-actions.ts' {
  interface AuditNouns {
    requests: {
      verbs: 'approve' | 'decline' | 'endStandIn' | 'make' | 'nameStandIn' | 'withdraw'
      subjects: 'request' | 'standIn'
    }
  }
}

declare module './notification-kinds.ts' {
  interface NotificationParams {
    requestMade: { requestId: string; person: string; title: string }
    requestStandIn: { requestId: string; person: string; title: string }
    requestApproved: { requestId: string; title: string }
    requestDeclined: { requestId: string; title: string; reason: string }
    requestReminder: { requestId: string; person: string; title: string }
    standInNamed: { name: string; fromDay: string; untilDay: string }
  }
}

/** What people ask for: a document of the catalogue, a seat at an event, the approval of a form, an order of a reward. */
export const requestKinds = ['document', 'seat', 'form', 'order'] as const
export const RequestKind = z.enum(requestKinds)
export type RequestKind = z.infer<typeof RequestKind>

/** `returned`: the person was asked to change something, and asks again with that. */
export const requestStates = ['open', 'approved', 'declined', 'withdrawn', 'returned'] as const
export const RequestState = z.enum(requestStates)
export type RequestState = z.infer<typeof RequestState>

/** Why an open request cannot be approved: the person has left, or what they asked for is not offered to them any more. */
export const requestObstacles = ['left', 'notOffered'] as const

/** What one decision came to. Whoever was slower hears who was faster. */
export const requestOutcomes = [
  'approved',
  'declined',
  'decided',
  'withdrawn',
  'left',
  'notOffered',
  'notAllowed',
  'notFound',
] as const

export const requestLimits = { note: 1000, reason: 1000, atOnce: 100 } as const

/** A request as the person sees it who made it. */
export const OwnRequest = z.object({
  id: Id,
  kind: RequestKind,
  /** Null where it is about no document: an order. */
  documentType: DocumentType.nullable(),
  documentId: Id.nullable(),
  title: z.string(),
  image: z.string(),
  isBundle: z.boolean(),
  note: z.string(),
  state: RequestState,
  /** `people`: those who stand in `withWhom`. */
  sentTo: z.enum(['managers', 'administrators', 'people']),
  /** Of a form: the submission that waits. */
  submissionId: Id.nullable(),
  madeAt: Moment,
  decidedAt: Moment.nullable(),
  /** Who decided; '' while nobody has, and when the person withdrew it. */
  decidedBy: z.string(),
  reason: z.string(),
  /** Of an open one: why it cannot be approved as things are. */
  obstacle: z.enum(requestObstacles).nullable(),
})
export type OwnRequest = z.infer<typeof OwnRequest>

export const RequestLevel = z.object({ number: z.number().int(), count: z.number().int(), title: z.string() })
export type RequestLevel = z.infer<typeof RequestLevel>

/** A request as those see it who decide. */
export const DecidedRequest = OwnRequest.extend({
  userId: Id,
  name: z.string(),
  email: z.string(),
  position: z.array(z.string()),
  /** From when on administrators may decide about what went to managers; null: managers alone. */
  standInAt: Moment.nullable(),
  /** Who decides an open one now, by name: at most five. Stand-ins are named in place of those who are away. */
  withWhom: z.array(z.string()),
  /** Administrators may decide it now. */
  withAdministrators: z.boolean(),
  /** Of a form: the level that it stands at. */
  level: RequestLevel.nullable(),
  can: Can,
})
export type DecidedRequest = z.infer<typeof DecidedRequest>

const listQuery = PageQuery.extend({ state: queryList(RequestState), kind: queryList(RequestKind) })
const RequestPage = pageOf(DecidedRequest).extend({
  /** How many there are in each state, whatever the filter; with the first page. */
  counts: z.array(z.object({ value: RequestState, count: z.number().int() })).nullable(),
})
const Decision = z.strictObject({
  decision: z.enum(['approve', 'decline']),
  /** The person reads it. Declining needs one. */
  reason: z.string().trim().max(requestLimits.reason).default(''),
})
const params = z.object({ requestId: Id })

/** Somebody who decides for a person on these days, both included. */
export const StandIn = z.object({
  id: Id,
  userId: Id,
  name: z.string(),
  fromDay: Day,
  untilDay: Day,
})
export type StandIn = z.infer<typeof StandIn>

export const requests = {
  make: endpoint({
    id: 'requests.make',
    summary: 'Ask for a document that is offered on request. While one is open, the same is answered again.',
    method: 'POST',
    path: '/api/requests',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: 'requests.make',
    sample: (given) => ({ body: { documentType: 'course', documentId: given.offeredId } }),
    body: z.strictObject({
      documentType: DocumentType,
      documentId: Id,
      note: z.string().trim().max(requestLimits.note).default(''),
    }),
    response: OwnRequest,
    status: 201,
  }),
  withdraw: endpoint({
    id: 'requests.withdraw',
    summary: 'Take one’s own open request back.',
    method: 'POST',
    path: '/api/requests/:requestId/withdraw',
    access: 'signedIn',
    callers: ['token', 'acting'],
    audit: 'requests.withdraw',
    params,
    response: OwnRequest,
  }),
  mine: endpoint({
    id: 'requests.mine',
    summary: 'The person’s own requests, newest first.',
    method: 'GET',
    path: '/api/my/requests',
    access: 'signedIn',
    callers: ['token', 'looking'],
    query: PageQuery.omit({ search: true }).extend({ state: queryList(RequestState) }),
    response: pageOf(OwnRequest),
  }),
  open: endpoint({
    id: 'requests.open',
    summary: 'How many open requests wait for the caller, as a manager and as an administrator.',
    method: 'GET',
    path: '/api/requests/open',
    access: 'managerOrAdmin',
    callers: ['token', 'looking'],
    response: z.object({ manager: z.number().int(), admin: z.number().int() }),
  }),
  manager: {
    list: endpoint({
      id: 'requests.manager.list',
      summary: 'Requests of the manager’s own people that managers decide, oldest first.',
      method: 'GET',
      path: '/api/manager/requests',
      access: 'manager',
      callers: ['token', 'looking'],
      query: listQuery,
      response: RequestPage,
    }),
  },
  admin: {
    list: endpoint({
      id: 'requests.admin.list',
      summary: 'Requests of everyone whom the administrator sees, oldest first.',
      method: 'GET',
      path: '/api/admin/requests',
      access: 'admin',
      callers: ['token', 'looking'],
      query: listQuery,
      response: RequestPage,
    }),
  },
  standIns: {
    list: endpoint({
      id: 'requests.standIns.list',
      summary: 'Who decides for the caller, now and later; and whether the caller may name somebody.',
      method: 'GET',
      path: '/api/my/stand-ins',
      access: 'signedIn',
      callers: ['token', 'looking'],
      response: z.object({ items: z.array(StandIn), today: Day, can: Can }),
    }),
    name: endpoint({
      id: 'requests.standIns.name',
      summary: 'Name who decides for the caller in a period. Requests that are open already are theirs too.',
      method: 'POST',
      path: '/api/my/stand-ins',
      access: 'signedIn',
      callers: ['token', 'acting'],
      audit: 'requests.nameStandIn',
      sample: (given) => ({
        by: 'manager',
        body: { userId: given.learner.userId, fromDay: '2090-01-01', untilDay: '2090-01-31' },
        acrossTenants: true,
      }),
      body: z.strictObject({ userId: Id, fromDay: Day, untilDay: Day }),
      response: StandIn,
      status: 201,
    }),
    end: endpoint({
      id: 'requests.standIns.end',
      summary: 'Take a stand-in of the caller’s back.',
      method: 'DELETE',
      path: '/api/my/stand-ins/:standInId',
      access: 'signedIn',
      callers: ['token', 'acting'],
      audit: 'requests.endStandIn',
      sample: (given) => ({ by: 'manager', params: { standInId: given.standInId } }),
      params: z.object({ standInId: Id }),
      response: z.object({ ended: z.literal(true) }),
    }),
    people: endpoint({
      id: 'requests.standIns.people',
      summary: 'People of the team by their names, to name one as stand-in: ten at most.',
      method: 'GET',
      path: '/api/my/stand-ins/people',
      access: 'signedIn',
      callers: ['token', 'looking'],
      sample: () => ({ by: 'manager', query: { search: 'an' } }),
      query: z.object({ search: z.string().trim().min(2).max(100) }),
      response: FoundColleagues,
    }),
  },
  decide: endpoint({
    id: 'requests.decide',
    summary: 'Approve or decline one request. Answers 409 with the name of who decided before.',
    method: 'POST',
    path: '/api/requests/:requestId/decide',
    access: 'managerOrAdmin',
    callers: ['token', 'acting'],
    audit: ['requests.approve', 'requests.decline'],
    sample: () => ({ by: 'manager', body: { decision: 'approve' } }),
    params,
    body: Decision,
    response: DecidedRequest,
  }),
  decideMany: endpoint({
    id: 'requests.decideMany',
    summary: 'Approve or decline many requests, each with an outcome of its own.',
    method: 'POST',
    path: '/api/requests/decide',
    access: 'managerOrAdmin',
    callers: ['token', 'acting'],
    audit: ['requests.approve', 'requests.decline'],
    sample: (given) => ({
      by: 'manager',
      body: { ids: [given.requestId], decision: 'decline', reason: 'Not now' },
      acrossTenants: true,
    }),
    body: Decision.extend({ ids: z.array(Id).min(1).max(requestLimits.atOnce) }),
    response: z.object({
      rows: z.array(
        z.object({
          id: Id,
          outcome: z.enum(requestOutcomes),
          /** Who asks for what, as the page names the row; '' where the caller does not see it. */
          name: z.string(),
          title: z.string(),
          /** Who was faster. */
          decidedBy: z.string(),
        }),
      ),
    }),
  }),
}
