import type { LearnerCourse, OutlineActivity } from '@learnt/contract/learning'

/** Sections of a course with their steps, as `learning.course` answers them. */
export interface OutlineSection {
  id: string
  title: string
  activities: readonly OutlineActivity[]
}

interface CourseSteps {
  sections: readonly OutlineSection[]
  resumeActivityId: string | null
}

/** A passed or completed step is done; a failed one may be tried again. */
export function isStepDone(step: Pick<OutlineActivity, 'state'>): boolean {
  return step.state === 'completed' || step.state === 'passed'
}

/** Nobody has begun it yet, in no cycle, and its author shows a page for that. */
export function isBeforeStart(
  course: Pick<LearnerCourse, 'isBundle' | 'state' | 'startedAt' | 'isAgain' | 'sections' | 'landing'>,
): boolean {
  return (
    course.landing.isShown &&
    !course.isBundle &&
    course.state === 'notstarted' &&
    course.startedAt === null &&
    !course.isAgain &&
    stepsOf(course).length > 0
  )
}

/** All steps in order. */
export function stepsOf(course: Pick<CourseSteps, 'sections'>): OutlineActivity[] {
  return course.sections.flatMap((section) => section.activities)
}

/** The step that the address names; where it names none, where to go on, else the first that is open. Null: there is no such step, or none at all. */
export function chooseStep(course: CourseSteps, wanted: string | null): OutlineActivity | null {
  const steps = stepsOf(course)
  const find = (id: string | null) => steps.find((step) => step.id === id)
  if (wanted !== null) return find(wanted) ?? null
  return find(course.resumeActivityId) ?? steps.find((step) => !step.lock) ?? steps[0] ?? null
}

export function neighboursOf(
  course: Pick<CourseSteps, 'sections'>,
  activityId: string,
): { previous: OutlineActivity | null; next: OutlineActivity | null } {
  const steps = stepsOf(course)
  const at = steps.findIndex((step) => step.id === activityId)
  return { previous: at > 0 ? (steps[at - 1] ?? null) : null, next: at >= 0 ? (steps[at + 1] ?? null) : null }
}

/** The first course of a bundle that is not done, other than the one that is open. */
export function nextCourseOf<Course extends { userCourseId: string; state: OutlineActivity['state'] }>(
  courses: readonly Course[],
  openId: string | null = null,
): Course | null {
  return courses.find((course) => course.userCourseId !== openId && !isStepDone(course)) ?? null
}
