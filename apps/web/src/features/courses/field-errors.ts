import type { CourseContent } from '@learnt/contract/courses'

/** Complaints by field: `title`, `section/<id>/title`, `activity/<id>/url`. Ids, because places change while people edit. */
export type FieldErrors = Readonly<Record<string, string>>

export interface Complaint {
  path: string
  message: string
}

export const activityField = (activityId: string, field: string) => `activity/${activityId}/${field}`
export const sectionField = (sectionId: string, field: string) => `section/${sectionId}/${field}`

/** From a path into the content (`sections.0.activities.2.url`, also with `body.content.` before it) to a field's key. */
export function fieldKey(content: CourseContent, path: string): string {
  const parts = path
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^body\./, '')
    .replace(/^content\.?/, '')
    .split('.')
    .filter(Boolean)
  if (parts[0] !== 'sections') return parts.slice(0, 2).join('.')
  const section = content.sections[Number(parts[1])]
  if (!section) return 'sections'
  if (parts[2] !== 'activities') return sectionField(section.id, parts[2] ?? 'title')
  const activity = section.activities[Number(parts[3])]
  if (!activity) return sectionField(section.id, 'activities')
  return activityField(activity.id, parts.slice(4).join('.') || 'title')
}

export function fieldErrors(content: CourseContent, complaints: readonly Complaint[]): FieldErrors {
  const errors: Record<string, string> = {}
  for (const { path, message } of complaints) errors[fieldKey(content, path)] ??= message
  return errors
}

/** The item of the outline that a field belongs to: a step's or section's id, or `details`. */
export function itemOfField(key: string): string {
  const [kind, id] = key.split('/')
  return (kind === 'activity' || kind === 'section') && id ? id : 'details'
}

/** The words at a field, or at anything under it (`captions.0.label` under `captions`). */
export function errorAt(errors: FieldErrors, key: string): string | undefined {
  return errors[key] ?? Object.entries(errors).find(([one]) => one.startsWith(`${key}.`))?.[1]
}

export function hasErrors(errors: FieldErrors, item: string): boolean {
  return Object.keys(errors).some((key) => itemOfField(key) === item)
}
