import type { Launch } from '@learnt/contract/learning'
import type { FastifyRequest } from 'fastify'
import type { Ctx } from '../../../platform/context.ts'
import { notFound } from '../../../platform/problem.ts'
import { findRecordedPackage } from '../../courses/queries/read-record.ts'
import { appOriginOf, launchPreview } from './launch-attempt.ts'

/** Opens the package of a version the person was on, as a preview. The caller has checked the right to it. */
export async function launchRecorded(
  ctx: Ctx,
  request: Pick<FastifyRequest, 'host'>,
  of: { userCourseId: string; versionId: string; activityId: string },
): Promise<Launch> {
  const packageId = await ctx.read((tx) => findRecordedPackage(tx, of))
  if (packageId === null) throw notFound()
  return launchPreview(ctx, { packageId, appOrigin: await appOriginOf(ctx, request) })
}
