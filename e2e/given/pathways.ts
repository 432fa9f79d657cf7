import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import type { Caller, InputOf } from './calls.ts'
import { type GivenCourse, givenCourse, pageStep } from './courses.ts'

type Rule = InputOf<typeof api.permissions.create>['body']['rule']

/** A published course of one page that is complete when ticked. */
export function givenTick(admin: Caller, title: string): Promise<GivenCourse> {
  return givenCourse(admin, { title, steps: [{ ...pageStep('Read this'), completion: { rule: 'tick' } }] })
}

/** Does such a course as a person. */
export async function tick(learner: Caller, course: GivenCourse): Promise<void> {
  const { userCourseId } = await learner.call(api.learning.course, { params: { userCourseId: course.id } })
  const params = { userCourseId, activityId: course.steps[0] ?? '' }
  await learner.call(api.learning.progress, { params, body: { event: 'tick' } })
}

export async function givenBundle(admin: Caller, title: string, courses: readonly GivenCourse[]): Promise<string> {
  const bundle = await admin.call(api.courses.create, { body: { title, isBundle: true } })
  const params = { courseId: bundle.id }
  const content = { ...bundle.content, courseIds: courses.map((course) => course.id) }
  const { revision } = await admin.call(api.courses.saveDraft, { params, body: { revision: bundle.revision, content } })
  await admin.call(api.courses.publish, { params, body: { revision } })
  return bundle.id
}

/** Assigns a document to everybody that the rule matches. */
export async function givenRule(
  admin: Caller,
  documentType: 'course' | 'pathway',
  documentId: string,
  rule: Rule,
): Promise<void> {
  const body = { documentType, documentId, title: 'For the test', rule, isOptional: false }
  await admin.call(api.permissions.create, { body })
}

export function pathwayStep(documentId: string, of: Partial<PathwayStep> = {}): PathwayStep {
  return {
    id: randomUUID(),
    documentType: 'course',
    documentId,
    isRequired: true,
    credits: 1,
    equivalents: [],
    due: { kind: 'pathway' },
    ...of,
  }
}

/** A pathway as an administrator makes it, by the API: sequenced and published, with one section for each list of steps. */
export async function givenPathway(
  admin: Caller,
  of: { title: string; sections: readonly PathwayStep[][]; content?: Partial<PathwayContent>; rule?: Rule },
): Promise<string> {
  const pathway = await admin.call(api.pathways.create, { body: { title: of.title } })
  const params = { documentId: pathway.id }
  const sections = of.sections.map((steps) => ({ id: randomUUID(), title: '', rule: { rule: 'all' as const }, steps }))
  const content = { ...pathway.content, sections, ...of.content }
  const { revision } = await admin.call(api.pathways.saveDraft, {
    params,
    body: { revision: pathway.revision, content },
  })
  await admin.call(api.pathways.publish, { params, body: { revision } })
  if (of.rule) await givenRule(admin, 'pathway', pathway.id, of.rule)
  return pathway.id
}
