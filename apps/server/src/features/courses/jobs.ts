import type { Ctx } from '../../platform/context.ts'
import { adminJob, type JobKind } from '../../platform/jobs/job.ts'
import { ProblemError } from '../../platform/problem.ts'
import { isKey } from '../../platform/translate.ts'
import { moveCourse } from './commands/move-course.ts'
import { publishCourse } from './commands/publish-course.ts'
import type { BulkAction } from './commands/start-jobs.ts'
import { findCourse } from './queries.ts'

/** Courses named with their reason in one result; beyond that their number must do. */
const MAX_REASONS = 100

export const courseJobs: JobKind[] = [
  adminJob('courses.bulk', async (ctx, input: { action: BulkAction; courseIds: string[] }, progress) => {
    const reasons: string[] = []
    let skipped = 0
    for (const [i, courseId] of input.courseIds.entries()) {
      const reason = await actOn(ctx, input.action, courseId)
      if (reason !== null) {
        skipped++
        if (reasons.length < MAX_REASONS) reasons.push(reason)
      }
      await progress(i + 1, input.courseIds.length)
    }
    return {
      result: { action: input.action, done: input.courseIds.length - skipped, skipped, reasons: reasons.join('\n') },
    }
  }),
]

/** Null when it went well, else the course's title and why it was passed over. */
async function actOn(ctx: Ctx, action: BulkAction, courseId: string): Promise<string | null> {
  const course = await ctx.read((tx) => findCourse(tx, courseId))
  if (!course) return `${courseId}: ${ctx.t('courses.bulk.gone')}`
  try {
    if (action === 'publish') await publishCourse(ctx, course, { revision: null, underWay: 'carry', note: '' })
    else await moveCourse(ctx, course, action)
    return null
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const why = error.errors?.map((one) => one.message).join(' ') ?? say(ctx, error.detail ?? `problem.${error.code}`)
    return `${course.title}: ${why}`
  }
}

function say(ctx: Ctx, text: string): string {
  return isKey(text) ? ctx.t(text) : text
}
