import { isDeepStrictEqual } from 'node:util'
import {
  type Activity,
  type CourseChange,
  type CourseContent,
  type UnderWayPreview,
  usualLanding,
} from '@learnt/contract/courses'
import { noReset } from '@learnt/contract/cycles'
import type { z } from 'zod'

type Change = z.infer<typeof CourseChange>
type StepEffect = Omit<UnderWayPreview['steps'][number], 'people'>

const details = [
  'title',
  'description',
  'category',
  'tags',
  'imageFileId',
  'sequential',
  'reset',
  'mayStartOver',
  'landing',
] as const
/** What versions of before do not say. */
const unsaid = { reset: noReset, mayStartOver: false, landing: usualLanding }

/** What publishing `after` over `before` changes, in the order of the new outline. Null: there is nothing before. */
export function compareContent(
  before: CourseContent | null,
  after: CourseContent,
  titleOfCourse: (id: string) => string,
): Change[] {
  const changes: Change[] = []
  const say = (change: Change['change'], title: string, fields: string[] = []) =>
    changes.push({ change, title, fields })

  if (before) {
    const [was, is] = [
      { ...unsaid, ...before },
      { ...unsaid, ...after },
    ]
    const fields = details.filter((field) => !isDeepStrictEqual(was[field], is[field]))
    if (fields.length > 0) say('details', after.title, fields)
    if (!isDeepStrictEqual(before.prerequisites, after.prerequisites)) say('prerequisites', after.title)
  }
  const oldSections = new Map(before?.sections.map((section) => [section.id, section]))
  const oldPlaces = placesOf(before)
  const newPlaces = placesOf(after)
  for (const section of after.sections) {
    const old = oldSections.get(section.id)
    if (!old) say('sectionAdded', section.title)
    else if (old.title !== section.title) say('sectionRenamed', section.title)
    for (const activity of section.activities) {
      const place = oldPlaces.get(activity.id)
      if (!place) {
        say('activityAdded', activity.title)
        continue
      }
      const fields = changedFields(place.activity, activity)
      if (fields.length > 0) say('activityChanged', activity.title, fields)
      if (place.sectionId !== section.id) say('activityMoved', activity.title)
    }
  }
  for (const section of before?.sections ?? []) {
    if (!after.sections.some((one) => one.id === section.id)) say('sectionRemoved', section.title)
    for (const activity of section.activities) if (!newPlaces.has(activity.id)) say('activityRemoved', activity.title)
  }
  const oldChildren = before?.courseIds ?? []
  for (const id of after.courseIds) if (!oldChildren.includes(id)) say('childAdded', titleOfCourse(id))
  for (const id of oldChildren) if (!after.courseIds.includes(id)) say('childRemoved', titleOfCourse(id))
  if (before && isReordered(before, after)) say('reordered', after.title)
  return changes
}

/** What becomes of the steps: those of the new version in order, then those that it lacks. */
export function compareSteps(before: CourseContent, after: CourseContent): StepEffect[] {
  const [oldPlaces, newPlaces] = [placesOf(before), placesOf(after)]
  const of = ({ id, title }: Activity, effect: StepEffect['effect'], fields: string[] = []) => ({
    id,
    title,
    effect,
    fields,
  })
  return [
    ...[...newPlaces.values()].map(({ activity }) => {
      const old = oldPlaces.get(activity.id)?.activity
      if (!old) return of(activity, 'added')
      const fields = changedFields(old, activity)
      return of(activity, fields.length > 0 ? 'changed' : 'kept', fields)
    }),
    ...[...oldPlaces.values()].flatMap(({ activity }) => (newPlaces.has(activity.id) ? [] : of(activity, 'removed'))),
  ]
}

function placesOf(content: CourseContent | null): Map<string, { activity: Activity; sectionId: string }> {
  return new Map(
    content?.sections.flatMap((section) =>
      section.activities.map((activity) => [activity.id, { activity, sectionId: section.id }] as const),
    ),
  )
}

function changedFields(before: Activity, after: Activity): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !isDeepStrictEqual(before[field as keyof Activity], after[field as keyof Activity]))
    .sort()
}

/** True when what stays in its place in the outline stands there in another order. */
function isReordered(before: CourseContent, after: CourseContent): boolean {
  const staysInOrder = (old: readonly string[], now: readonly string[]) => {
    const kept = now.filter((id) => old.includes(id))
    return isDeepStrictEqual(
      kept,
      old.filter((id) => kept.includes(id)),
    )
  }
  if (!staysInOrder(before.courseIds, after.courseIds)) return true
  const sectionIds = (content: CourseContent) => content.sections.map((section) => section.id)
  if (!staysInOrder(sectionIds(before), sectionIds(after))) return true
  return after.sections.some((section) => {
    const old = before.sections.find((one) => one.id === section.id)
    if (!old) return false
    return !staysInOrder(
      old.activities.map((activity) => activity.id),
      section.activities.map((activity) => activity.id),
    )
  })
}
