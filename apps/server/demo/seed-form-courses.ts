import { type CourseContent, usualLanding } from '@learnt/contract/courses'
import { noReset } from '@learnt/contract/cycles'
import { sql } from 'kysely'
import { courseKind } from '../src/features/courses/kind.ts'
import { beginInCourse } from '../src/features/forms/commands/open-form.ts'
import { keepSubmission } from '../src/features/forms/commands/submit-form.ts'
import { formKind } from '../src/features/forms/kind.ts'
import { findMember } from '../src/features/forms/queries/own-forms.ts'
import { recordProgress } from '../src/features/learning/commands/record-progress.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import { makeActor } from '../src/platform/actor.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { WriteTx } from '../src/platform/db/database.ts'
import type { DemoFormCourse } from './forms.ts'
import { activityIdOf, courseIdOf, idOf } from './seed-content.ts'
import { listPeople, type Person } from './seed-forms.ts'
import { insertDocument } from './seed-pathways.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Courses that end with a form: everybody may take them, and some colleagues have. */
export async function seedFormCourses(
  ctx: Ctx,
  tx: WriteTx,
  courses: readonly DemoFormCourse[],
  endDate: Date,
): Promise<void> {
  const { tenantId } = ctx.actor
  const publishedAt = new Date(endDate.getTime() - 30 * day)
  for (const course of courses) {
    const formId = idOf(tenantId, 'form', course.slug)
    const courseId = courseIdOf(tenantId, course.slug)
    const [pageId, quizId] = ['read', 'quiz'].map((key) => activityIdOf(tenantId, course.slug, key)) as [string, string]
    await insertDocument(ctx, tx, formKind, { id: formId, content: course.form, publishedAt })
    const content: CourseContent = {
      title: course.title,
      description: course.description,
      category: course.category,
      tags: course.form.tags,
      imageFileId: null,
      sequential: true,
      courseIds: [],
      reset: noReset,
      mayStartOver: false,
      landing: usualLanding,
      prerequisites: [],
      sections: [
        {
          id: idOf(tenantId, 'section', course.slug),
          title: '',
          activities: [
            {
              id: pageId,
              kind: 'page',
              title: course.page.title,
              description: '',
              minutes: 2,
              completion: { rule: 'view' },
              html: course.page.html,
            },
            {
              id: quizId,
              kind: 'quiz',
              title: course.form.title,
              description: '',
              minutes: course.form.minutes,
              completion: { rule: 'passed', percent: course.percent },
              formId,
            },
          ],
        },
      ],
    }
    await insertDocument(ctx, tx, courseKind, { id: courseId, content, publishedAt })
    await sql`select keep_activities(published_version_id) from documents where id = ${courseId}`.execute(tx)
    await createPermission(
      { ...ctx, now: publishedAt },
      tx,
      { id: courseId, title: course.title },
      {
        documentType: 'course',
        documentId: courseId,
        title: 'Everybody',
        status: 'active',
        isOptional: true,
        request: null,
        rule: { rule: {}, groups: [], audiences: [], everyone: true },
        due: { kind: 'none' },
      },
    )
    const people = await listPeople(ctx, tx, courseId, course.attempts.length)
    for (const [place, person] of people.entries()) {
      const startedAt = new Date(endDate.getTime() - (20 - 2 * place) * day)
      await seedLearner(ctx, tx, { course, person, formId, pageId, quizId, place, startedAt })
    }
  }
}

async function seedLearner(
  ctx: Ctx,
  tx: WriteTx,
  of: {
    course: DemoFormCourse
    person: Person
    formId: string
    pageId: string
    quizId: string
    place: number
    startedAt: Date
  },
): Promise<void> {
  const { course, person, formId, pageId, quizId, startedAt } = of
  const { tenantId } = ctx.actor
  const { userId, teamId, id: assignmentId } = person
  const answers = course.attempts[of.place]
  if (!answers) return
  const at = (minutes: number): Ctx => ({
    ...ctx,
    now: new Date(startedAt.getTime() + minutes * minute),
    actor: makeActor({ userId, teamId, tenantId, roles: ['learner'], sessionId: null }),
  })
  await recordProgress(at(2), tx, {
    assignmentId,
    activityId: pageId,
    state: 'completed',
    progress: 100,
    scorePercent: null,
    secondsAdded: 110,
    source: 'page',
  })
  const form = await tx
    .selectFrom('documents')
    .select('publishedVersionId')
    .where('id', '=', formId)
    .executeTakeFirstOrThrow()
  const versionId = form.publishedVersionId as string
  const submissionId = idOf(tenantId, 'submission', course.slug, person.email)
  const [begin, submit] = [at(3), at(6)]
  await beginInCourse(
    begin,
    tx,
    { assignmentId, activityId: quizId, form: { documentId: formId, userId } },
    { id: submissionId, versionId, assignmentId, endsAt: null, membershipId: begin.actor.membershipId },
  )
  const submission = {
    id: submissionId,
    formId,
    title: course.form.title,
    versionId,
    assignmentId,
    activityId: quizId,
    userId,
    membershipId: begin.actor.membershipId,
    state: 'inprogress' as const,
    revision: 0,
    startedAt: begin.now,
    reopened: null,
    closesAt: null,
  }
  const member = await findMember(tx, begin.actor.membershipId)
  await keepSubmission(submit, tx, submission, course.form, {
    answers,
    member,
    byTime: false,
    stored: [],
    by: userId,
  })
}
