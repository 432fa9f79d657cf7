import type { CourseContent } from '@learnt/contract/courses'
import { type FieldErrors, partsOf, plainKey } from '../documents/field-errors.ts'

// Keys of fields: `title`, `section/<id>/title`, `activity/<id>/url`. Ids, because places change while people edit.
export const activityField = (activityId: string, field: string) => `activity/${activityId}/${field}`
export const sectionField = (sectionId: string, field: string) => `section/${sectionId}/${field}`

/** From a path into the content (`sections.0.activities.2.url`) to a field's key. */
export function fieldKey(content: CourseContent, path: string): string {
  const parts = partsOf(path)
  if (parts[0] !== 'sections') return plainKey(content, path)
  const section = content.sections[Number(parts[1])]
  if (!section) return 'sections'
  if (parts[2] !== 'activities') return sectionField(section.id, parts[2] ?? 'title')
  const activity = section.activities[Number(parts[3])]
  if (!activity) return sectionField(section.id, 'activities')
  return activityField(activity.id, parts.slice(4).join('.') || 'title')
}

/** The item of the outline that a field belongs to: a step's or section's id, or `details`. */
export function itemOfField(key: string): string {
  const [kind, id] = key.split('/')
  return (kind === 'activity' || kind === 'section') && id ? id : 'details'
}

export function hasErrors(errors: FieldErrors, item: string): boolean {
  return Object.keys(errors).some((key) => itemOfField(key) === item)
}
