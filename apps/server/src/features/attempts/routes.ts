import { api } from '@learnt/contract'
import type { Presented } from '@learnt/contract/endpoint'
import { launchableItems } from '@learnt/contract/package-tree'
import type { RuntimeState } from '@learnt/contract/runtime'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import { authorize } from '../../platform/authorize.ts'
import { makeCapability } from '../../platform/content/capability.ts'
import type { Ctx } from '../../platform/context.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { LaunchClaims } from '../../platform/launch-token.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { mayOpenOwnRecord } from '../courses/policy.ts'
import { findRecordOwner } from '../courses/queries/read-record.ts'
import { mayOpenStep } from '../learning/policy.ts'
import { findOwnStep, findStepContent, findWorkingStep } from '../learning/queries/find-own-course.ts'
import { commitRuntime } from './commands/commit-runtime.ts'
import { appOriginOf, launchAttempt, launchPreview } from './commands/launch-attempt.ts'
import { launchRecorded } from './commands/launch-recorded.ts'
import { itemToOpen } from './judge.ts'
import { getPackage } from './packages-in-memory.ts'
import { presentSco } from './present.ts'
import { findAttempt, findPlayer, findSignedIn, isAttemptLocked, listScos } from './queries.ts'

const commits = new RateLimit({ burst: runtimeLimits.commitBurst, perMinute: runtimeLimits.commitsPerSecond * 60 })

export const attemptRoutes: Route[] = [
  route(api.runtime.state, async ({ ctx, request }) => readState(ctx, claimsOf(request))),

  route(api.runtime.commit, async ({ ctx, request, body }) => {
    const claims = claimsOf(request)
    commits.take(claims.attemptId)
    return commitRuntime(ctx, claims, body)
  }),

  route(api.learning.launch, async ({ ctx, params, body, request }) => {
    const own = await ctx.read((tx) => findOwnStep(ctx, tx, params))
    authorize(ctx.actor, mayOpenStep, own)
    const { course, step, standing } = own
    const content = course.versionId
      ? await ctx.read((tx) => findStepContent(tx, course.versionId as string, step.id))
      : null
    if (content?.kind !== 'scorm' || content.packageId === null) throw invalid({ 'params.activityId': 'invalid' })
    const { packageId } = content
    const appOrigin = await appOriginOf(ctx, request)
    // Who only looks sees the package as in a preview: an attempt would be the person's.
    if (ctx.actor.impersonator?.writes === false) return launchPreview(ctx, { packageId, appOrigin })
    return ctx.write((tx) =>
      launchAttempt(ctx, tx, {
        assignmentId: course.id,
        activityId: step.id,
        packageId,
        // A course that was begun again has forgotten its steps: the go of before belongs to the time before.
        restart: body.restart || standing === null,
        appOrigin,
      }),
    )
  }),

  route(api.learning.recordLaunch, async ({ ctx, params, body, request }) => {
    const owner = await ctx.read((tx) => findRecordOwner(tx, params.userCourseId))
    authorize(ctx.actor, mayOpenOwnRecord, owner)
    return launchRecorded(ctx, request, { ...params, ...body })
  }),

  route(api.learning.previewLaunch, async ({ ctx, params, request }) => {
    const content = await ctx.read((tx) => findWorkingStep(tx, params.courseId, params.activityId))
    if (!content) throw notFound()
    if (content.kind !== 'scorm' || content.packageId === null) throw invalid({ 'params.activityId': 'invalid' })
    return launchPreview(ctx, { packageId: content.packageId, appOrigin: await appOriginOf(ctx, request) })
  }),
]

function claimsOf(request: { launch: LaunchClaims | null }): LaunchClaims {
  if (request.launch === null) throw new ProblemError('not-signed-in')
  return request.launch
}

async function readState(ctx: Ctx, claims: LaunchClaims): Promise<Presented<typeof RuntimeState>> {
  const { tenantId } = ctx.actor
  const hasAttempt = claims.mode !== 'browse'
  const { pack, member, isSignedIn, attempt, scos, isLocked } = await ctx.read(async (tx) => {
    const [pack, member, isSignedIn, attempt, scos, isLocked] = await Promise.all([
      getPackage(tx, tenantId, claims.packageId),
      findPlayer(tx, claims),
      findSignedIn(tx, claims, ctx.now),
      hasAttempt ? findAttempt(tx, claims.attemptId) : undefined,
      hasAttempt ? listScos(tx, claims.attemptId) : [],
      hasAttempt ? isAttemptLocked(tx, claims.attemptId) : false,
    ])
    return { pack, member, isSignedIn, attempt, scos, isLocked }
  })
  if (!isSignedIn) throw new ProblemError('not-signed-in')
  if (member?.status !== 'active') throw new ProblemError('not-allowed')
  if (!pack || (hasAttempt && attempt?.userId !== claims.userId)) throw notFound()
  if (isLocked) throw new ProblemError('wrong-state', { detail: 'reason.locked' })
  const { secrets } = ctx.services
  const capability = makeCapability(
    secrets,
    { tenantId, packageId: pack.id, attemptId: claims.attemptId, appOrigin: claims.appOrigin },
    ctx.now,
  )
  const statuses = new Map(scos.map((sco) => [sco.scoId, sco.status]))
  const current = attempt?.currentSco ?? null
  const items = new Set(launchableItems(pack.organization.items).map((item) => item.id))
  return {
    attemptId: claims.attemptId,
    epoch: claims.epoch,
    mode: claims.mode,
    package: { kind: pack.kind, edition: pack.edition, title: pack.title, organization: pack.organization },
    contentBase: `/c/${capability}/`,
    learner: { id: claims.userId, name: [member.lastName, member.firstName].filter(Boolean).join(', ') },
    current,
    open: itemToOpen(pack.organization.items, current, attempt?.isSuspended ?? false, (id) => statuses.get(id)),
    scos: scos
      .filter((sco) => items.has(sco.scoId))
      .map((sco) => ({ ...presentSco(sco), cmi: sco.cmi as Record<string, string>, opened: true })),
    attempt: {
      state: attempt?.state ?? 'notstarted',
      progress: attempt?.progress ?? 0,
      scorePercent: attempt?.score ?? null,
      totalSeconds: attempt?.seconds ?? 0,
    },
    journalKey: secrets.sign('launch', 'journal', tenantId, claims.attemptId),
    savedAt: attempt?.lastSavedAt ?? null,
  }
}
