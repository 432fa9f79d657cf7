import type { NotificationKind } from '@learnt/contract/notification-kinds'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { announce } from '../../../platform/outbox.ts'
import { rulesOf } from '../../../platform/request-kinds.ts'
import {
  type Decider,
  findToldRequests,
  listAdministratorsFor,
  listManagersOf,
  listNamedDeciders,
  type ToldRequest,
} from '../queries/list-deciders.ts'

type Kind = Extract<NotificationKind, `request${string}` | 'formApproved' | 'formNotApproved'>

/**
 * Tells those who decide of a new request, or of a level that one has come to: the people who are named there, the person's
 * managers, or the administrators where it is sent to them.
 */
export async function tellMade(ctx: Ctx, { requestId, level }: { requestId: string; level?: number }): Promise<void> {
  await ctx.write(async (tx) => {
    const [request] = await findToldRequests(tx, [requestId])
    // A level that is over by now is nobody's news.
    if (request?.state !== 'open' || request.level !== (level ?? null)) return
    if (request.sentTo === 'people')
      for (const decider of await listNamedDeciders(ctx, tx, request))
        await tellDecider(ctx, tx, request, 'requestMade', decider, pageFor(decider.roles))
    const isForManagers = request.sentTo === 'managers' && request.stoodInAt === null
    if (isForManagers)
      for (const manager of await listManagersOf(tx, request))
        await tellDecider(ctx, tx, request, 'requestMade', manager, 'manager')
    else if (request.sentTo !== 'people') await tellAdministrators(ctx, tx, request, 'requestMade')
  })
}

/** Tells the administrators that a request waits for them, as well as for the managers who have not decided. */
export async function tellAdministrators(
  ctx: Ctx,
  tx: WriteTx,
  request: ToldRequest,
  kind: 'requestMade' | 'requestStandIn',
): Promise<void> {
  for (const administrator of await listAdministratorsFor(tx, request, ctx.actor.tenantId))
    await tellDecider(ctx, tx, request, kind, administrator, 'admin')
}

/** Reminds those who have not decided: of a level, or of what was sent to managers. */
export async function remindDeciders(ctx: Ctx, tx: WriteTx, request: ToldRequest): Promise<void> {
  if (request.sentTo === 'administrators')
    for (const administrator of await listAdministratorsFor(tx, request, ctx.actor.tenantId))
      await tellDecider(ctx, tx, request, 'requestReminder', administrator, 'admin')
  else
    for (const decider of await listNamedDeciders(ctx, tx, request))
      await tellDecider(ctx, tx, request, 'requestReminder', decider, pageFor(decider.roles))
}

/** Where somebody decides: neither managers nor administrators work in the pages of learners. */
function pageFor(roles: readonly string[]): DeciderPage {
  if (roles.includes('admin') || roles.includes('superadmin')) return 'admin'
  return roles.includes('manager') ? 'manager' : 'learner'
}
type DeciderPage = 'admin' | 'manager' | 'learner'

function linkFor(request: ToldRequest, page: DeciderPage): string {
  if (request.submissionId === null) return `/apps/${page}/requests`
  return page === 'learner'
    ? `/apps/myforms?tab=review&submission=${request.submissionId}`
    : `/apps/${page}/formSubmission/${request.submissionId}`
}

/** Tells people what became of their requests, and the open pages of those who could have decided. */
export async function tellDecided(ctx: Ctx, { requestIds }: { requestIds: readonly string[] }): Promise<void> {
  await ctx.write(async (tx) => {
    const deciders = new Set<string>()
    for (const request of await findToldRequests(tx, requestIds)) {
      const isDecided = request.state === 'approved' || request.state === 'declined'
      if (isDecided && !rulesOf(request.kind)?.tellsItself) await tellPerson(ctx, tx, request)
      // Of a form those who are named have been told while they decided.
      const waiting = await Promise.all([
        request.level === null ? listManagersOf(tx, request) : [],
        listAdministratorsFor(tx, request, ctx.actor.tenantId),
      ])
      for (const { userId } of waiting.flat()) deciders.add(userId)
    }
    await Promise.all(
      [...deciders].map((userId) => announce(ctx, tx, { topic: 'me', userId, kind: 'request', id: userId })),
    )
  })
}

async function tellPerson(ctx: Ctx, tx: WriteTx, request: ToldRequest): Promise<void> {
  const { title, reason } = request
  if (request.submissionId !== null) {
    const kind = request.state === 'approved' ? 'formApproved' : 'formNotApproved'
    return tellOne(ctx, tx, request, {
      kind,
      to: request,
      teamId: null,
      params: { formId: request.documentId ?? '', title, reason },
      link: `/apps/myformsubmissions/${request.documentId}?submission=${request.submissionId}`,
      values: { title, reason: reason === '' ? '' : `\n\n${reason}` },
    })
  }
  const isApproved = request.state === 'approved'
  await tellOne(ctx, tx, request, {
    kind: isApproved ? 'requestApproved' : 'requestDeclined',
    to: request,
    teamId: null,
    params: { requestId: request.id, title, ...(isApproved ? {} : { reason }) },
    link: `/apps/optional-learning/listing?item=${request.documentType}:${request.documentId}`,
    // A paragraph of its own, where there is one.
    values: { title, reason: reason === '' ? '' : `\n\n${reason}` },
  })
}

async function tellDecider(
  ctx: Ctx,
  tx: WriteTx,
  request: ToldRequest,
  kind: 'requestMade' | 'requestStandIn' | 'requestReminder',
  decider: Decider,
  page: DeciderPage,
): Promise<void> {
  const { title, person } = request
  await tellOne(ctx, tx, request, {
    kind,
    to: decider,
    teamId: decider.teamId,
    params: { requestId: request.id, person, title },
    link: linkFor(request, page),
    values: { title, person },
  })
  // Their open pages show it at once.
  await announce(ctx, tx, { topic: 'me', userId: decider.userId, kind: 'request', id: request.id })
}

/** Each level of a request is news of its own. */
function keyOf(kind: Kind, { id, level }: ToldRequest): string {
  return level === null ? `${kind}:${id}` : `${kind}:${id}:${level}`
}

/** In the bell and, when it is news there, by mail: a task that runs again writes to nobody twice. */
async function tellOne(
  ctx: Ctx,
  tx: WriteTx,
  request: ToldRequest,
  of: {
    kind: Kind
    to: Decider
    teamId: string | null
    params: Record<string, string>
    link: string
    values: Record<string, string>
  },
): Promise<void> {
  const { told } = await notifyMany(ctx, tx, {
    kind: of.kind,
    atMost: 1,
    from: sql`
      select ${of.to.userId}::uuid as user_id, ${of.teamId}::text as team_id, ${keyOf(of.kind, request)}::text as key, ${of.link}::text as link, ${json(of.params)}::jsonb as params`,
  })
  if (told === 0) return
  await queueMail(ctx, tx, {
    kind: of.kind,
    to: of.to.email,
    userId: of.to.userId,
    teamId: of.to.teamId,
    values: { name: of.to.firstName, ...of.values },
    path: of.link,
  })
}
