import type { CourseContent } from '@learnt/contract/courses'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { getContent } from '../../documents/queries.ts'
import { listFiles, presentFile } from '../../files/queries.ts'
import { activitiesOf, fileReferences } from '../content.ts'
import { withImages } from './read-record.ts'

/** A version of a course with its files, as a preview. The caller has checked the right to it. */
export async function readCourseVersion(ctx: Ctx, tx: ReadTx, versionId: string) {
  const content = await getContent<CourseContent>(tx, versionId)
  const files = await listFiles(
    tx,
    fileReferences(content).map((one) => one.fileId),
  )
  return { content: withImages(ctx, content), files: files.map((file) => presentFile(ctx, file)) }
}

/** The package of a step; null: the step is of another kind, or not there. */
export async function findPackageOfStep(tx: ReadTx, of: { versionId: string; activityId: string }) {
  const content = await getContent<CourseContent>(tx, of.versionId)
  const step = activitiesOf(content).find((one) => one.id === of.activityId)
  return step?.kind === 'scorm' ? step.packageId : null
}
