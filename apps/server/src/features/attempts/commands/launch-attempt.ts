import type { Launch } from '@learnt/contract/learning'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import type { FastifyRequest } from 'fastify'
import { makeCapability } from '../../../platform/content/capability.ts'
import { isPlainOrigin } from '../../../platform/content/content-headers.ts'
import { originOfPackage } from '../../../platform/content/origin-of-package.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type LaunchClaims, makeLaunchToken } from '../../../platform/launch-token.ts'
import { notFound, ProblemError } from '../../../platform/problem.ts'
import { isKnownHost } from '../../../platform/tenant/known-host.ts'
import { recordProgress } from '../../learning/commands/record-progress.ts'
import { getPackage } from '../packages-in-memory.ts'
import { takeAlong } from './take-along.ts'

export interface LaunchOf {
  assignmentId: string
  activityId: string
  packageId: string
  /** Begin another attempt; the old one keeps its record. */
  restart: boolean
  /** `review` looks again and writes nothing. */
  mode?: 'normal' | 'review'
  /** The application's address as the person opened it: `await appOriginOf(ctx, request)`. */
  appOrigin: string
}

/**
 * Opens a package for the record: the latest attempt at the step, or a new one. The epoch counts launches, so that an
 * older window can no longer write. The caller has checked that the step may be opened.
 */
export async function launchAttempt(ctx: Ctx, tx: WriteTx, of: LaunchOf): Promise<Launch> {
  const { assignmentId, activityId, packageId, mode = 'normal' } = of
  const pack = await getPackage(tx, ctx.actor.tenantId, packageId)
  if (pack === null) throw notFound()
  const latest = await tx
    .selectFrom('attempts')
    .select(['id', 'number', 'packageId', 'epoch'])
    .where('assignmentId', '=', assignmentId)
    .where('activityId', '=', activityId)
    .orderBy('number', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  // A new version of the course may have another package in this step: it gets an attempt of its own.
  const goesOn = latest !== undefined && !of.restart && latest.packageId === packageId
  const attempt = goesOn ? { id: latest.id, epoch: latest.epoch + 1 } : { id: newId(), epoch: 1 }
  if (goesOn) {
    await tx
      .updateTable('attempts')
      .set({ epoch: attempt.epoch, launchedAt: ctx.now })
      .where('id', '=', attempt.id)
      .execute()
  } else {
    await tx
      .insertInto('attempts')
      .values({
        id: attempt.id,
        assignmentId,
        activityId,
        userId: ctx.actor.userId,
        packageId,
        number: (latest?.number ?? 0) + 1,
        epoch: attempt.epoch,
        score: null,
        currentSco: null,
        startedAt: ctx.now,
        launchedAt: ctx.now,
      })
      .execute()
  }
  if (!goesOn && latest !== undefined && !of.restart)
    await takeAlong(ctx, tx, { fromAttemptId: latest.id, attemptId: attempt.id, pack })
  if (mode === 'normal') {
    await recordProgress(ctx, tx, {
      assignmentId,
      activityId,
      state: 'inprogress',
      progress: 0,
      scorePercent: null,
      secondsAdded: 0,
      source: 'launch',
    })
  }
  return answer(
    ctx,
    { attemptId: attempt.id, epoch: attempt.epoch, packageId, mode, appOrigin: of.appOrigin },
    pack.kind,
  )
}

/** Opens a package as a preview, without an attempt: nothing is written. The caller has checked the right to it. */
export async function launchPreview(ctx: Ctx, of: { packageId: string; appOrigin: string }): Promise<Launch> {
  const pack = await ctx.read((tx) => getPackage(tx, ctx.actor.tenantId, of.packageId))
  if (pack === null) throw notFound()
  return answer(
    ctx,
    { attemptId: newId(), epoch: 1, packageId: of.packageId, mode: 'browse', appOrigin: of.appOrigin },
    pack.kind,
  )
}

/** The address at which this person has the application open; nothing else may frame the package. Throws for foreign names. */
export async function appOriginOf({ services }: Ctx, request: Pick<FastifyRequest, 'host'>): Promise<string> {
  const home = new URL(services.settings.publicUrl)
  const origin = `${home.protocol}//${request.host}`
  const isOurs = async ({ hostname }: URL) => hostname === home.hostname || (await isKnownHost(services, hostname))
  if (!isPlainOrigin(origin) || !(await isOurs(new URL(origin))))
    throw new ProblemError('origin-refused', { status: 421 })
  return origin
}

function answer(
  ctx: Ctx,
  of: Pick<LaunchClaims, 'attemptId' | 'epoch' | 'packageId' | 'mode' | 'appOrigin'>,
  kind: 'scorm12' | 'scorm2004',
): Launch {
  const { secrets } = ctx.services
  const { tenantId, teamId, userId, sessionId, impersonator } = ctx.actor
  const contentOrigin = originOfPackage(ctx.services, tenantId, of.packageId)
  // Another port is no wall: cookies do not know ports. The settings keep the two apart, but for a person who opens the
  // application by another of this machine's names.
  if (new URL(contentOrigin).hostname === new URL(of.appOrigin).hostname) {
    throw new ProblemError('wrong-state', { detail: 'attempts.sameHost' })
  }
  const token = makeLaunchToken(secrets, {
    ...of,
    tenantId,
    teamId,
    userId,
    sessionId,
    impersonator,
    expiresAt: new Date(ctx.now.getTime() + runtimeLimits.tokenSeconds * 1000),
  })
  const capability = makeCapability(
    secrets,
    { tenantId, packageId: of.packageId, attemptId: of.attemptId, appOrigin: of.appOrigin },
    ctx.now,
  )
  return {
    attemptId: of.attemptId,
    epoch: of.epoch,
    token,
    playerUrl: `${contentOrigin}/player/${capability}/${kind}.html`,
    contentOrigin,
    mode: of.mode,
  }
}
