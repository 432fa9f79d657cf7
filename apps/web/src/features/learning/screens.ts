import { api } from '@learnt/contract'
import type { ActivityKind } from '@learnt/contract/courses'
import type { PageNotes, Screen, Screens } from '../../testing/screens.ts'

/** A course with work in it, one step of each kind from any course, and a bundle. */
export const screens: Screens = async ({ learner }) => {
  const { items } = await learner.call(api.learning.courses, { query: { limit: 100 } })
  const bundles = await learner.call(api.learning.bundles, { query: { limit: 1 } })
  const steps = new Map<ActivityKind, string>()
  for (const { userCourseId } of items) {
    const course = await learner.call(api.learning.course, { params: { userCourseId } })
    for (const step of course.sections.flatMap((section) => section.activities)) {
      if (!step.lock && !steps.has(step.kind)) steps.set(step.kind, `${userCourseId}?activity=${step.id}`)
    }
  }
  const begun = items.find((course) => course.state === 'inprogress') ?? items[0]
  if (!begun) throw new Error('The learner of the demonstration has no course')
  const screen = (name: string, of: string): Screen => ({
    name,
    as: 'learner',
    route: '/apps/course/:userCourseId',
    address: `/apps/course/${of}`,
  })
  return [
    screen('course', begun.userCourseId),
    ...[...steps].map(([kind, of]) => screen(`course-${kind}`, of)),
    {
      name: 'course-record',
      as: 'learner',
      route: '/apps/course/:userCourseId/record',
      address: `/apps/course/${begun.userCourseId}/record`,
    },
    ...bundles.items.map((bundle) => screen('course-bundle', bundle.userCourseId)),
  ]
}

export const notes: PageNotes = {
  '/apps/homepage/myhomepage': {
    missing: 'has resume, next events, required and recent; other sections come with their features',
  },
  '/apps/munro-homepage': { missing: 'the standard homepage; its own layout comes with the homepage editor' },
  '/apps/course/:userCourseId': {
    missing: 'SCORM sequencing beyond continue, previous, choice, suspend, resume is not there',
  },
}
