import {
  type Activity,
  type ActivityKind,
  type CompletionRule,
  type CourseContent,
  completionRulesOf,
  type Section,
} from '@learnt/contract/courses'
import { same, sameHtml } from '../documents/same.ts'

/** A film or a sound. */
export type MediaActivity = Extract<Activity, { kind: 'video' | 'audio' }>

/** Where a step stands: its section and its place in it. */
export interface Place {
  section: number
  index: number
}

export function newSection(title = ''): Section {
  return { id: crypto.randomUUID(), title, activities: [] }
}

/** A fresh step with the rule that is usual for its kind. */
export function newActivity(kind: ActivityKind, title: string): Activity {
  const base = { id: crypto.randomUUID(), title, description: '', minutes: 0, completion: usualRule(kind) }
  switch (kind) {
    case 'page':
      return { ...base, kind, html: '' }
    case 'video':
    case 'audio':
      return { ...base, kind, fileId: null, captions: [], transcript: '' }
    case 'document':
      return { ...base, kind, fileId: null }
    case 'link':
      return { ...base, kind, url: '' }
    case 'scorm':
      return { ...base, kind, packageId: null }
    case 'form':
    case 'quiz':
      return { ...base, kind, formId: null }
    case 'event':
      return { ...base, kind, eventId: null }
  }
}

export function ruleOf(name: CompletionRule['rule']): CompletionRule {
  if (name === 'watch') return { rule: name, percent: 90 }
  if (name === 'score' || name === 'passed') return { rule: name, percent: 80 }
  return { rule: name }
}

function usualRule(kind: ActivityKind): CompletionRule {
  return ruleOf(completionRulesOf[kind][0] ?? 'view')
}

export function findPlace(sections: readonly Section[], activityId: string): Place | null {
  for (const [section, { activities }] of sections.entries()) {
    const index = activities.findIndex((activity) => activity.id === activityId)
    if (index >= 0) return { section, index }
  }
  return null
}

/** Where a step lands that is dropped on a section: at its end. */
export function placeInSection(sections: readonly Section[], sectionId: string, activityId: string): Place | null {
  const section = sections.findIndex((one) => one.id === sectionId)
  if (section < 0) return null
  const own = findPlace(sections, activityId)
  return own?.section === section ? own : { section, index: sections[section]?.activities.length ?? 0 }
}

export function findActivity(content: CourseContent, activityId: string): Activity | null {
  const place = findPlace(content.sections, activityId)
  return place && (content.sections[place.section]?.activities[place.index] ?? null)
}

/** Moves a step; `index` counts in the target section after the step has been taken out. */
export function moveActivity(sections: readonly Section[], activityId: string, to: Place): Section[] {
  const from = findPlace(sections, activityId)
  const activity = from && sections[from.section]?.activities[from.index]
  if (!from || !activity || !sections[to.section]) return [...sections]
  const without = sections.map((section, at) =>
    at === from.section
      ? { ...section, activities: section.activities.filter((one) => one.id !== activityId) }
      : section,
  )
  return without.map((section, at) => {
    if (at !== to.section) return section
    const index = Math.max(0, Math.min(to.index, section.activities.length))
    return {
      ...section,
      activities: [...section.activities.slice(0, index), activity, ...section.activities.slice(index)],
    }
  })
}

/** One step up or down, over the border of its section when it stands at its end; null where there is no way on. */
export function neighbourOf(sections: readonly Section[], activityId: string, way: 'up' | 'down'): Place | null {
  const from = findPlace(sections, activityId)
  if (!from) return null
  if (way === 'up') {
    if (from.index > 0) return { section: from.section, index: from.index - 1 }
    const before = sections[from.section - 1]
    return before ? { section: from.section - 1, index: before.activities.length } : null
  }
  const here = sections[from.section]
  if (here && from.index < here.activities.length - 1) return { section: from.section, index: from.index + 1 }
  return sections[from.section + 1] ? { section: from.section + 1, index: 0 } : null
}

export function changeActivity(content: CourseContent, activity: Activity): CourseContent {
  return {
    ...content,
    sections: content.sections.map((section) =>
      section.activities.some((one) => one.id === activity.id)
        ? { ...section, activities: section.activities.map((one) => (one.id === activity.id ? activity : one)) }
        : section,
    ),
  }
}

/** Adds a step after another one, or at the end of a section; makes the first section when there is none. */
export function addActivity(
  content: CourseContent,
  activity: Activity,
  sectionId?: string | null,
  afterId?: string,
): CourseContent {
  if (content.sections.length === 0) return { ...content, sections: [{ ...newSection(), activities: [activity] }] }
  const target = content.sections.find((section) => section.id === sectionId) ?? content.sections.at(-1)
  return {
    ...content,
    sections: content.sections.map((section) => {
      if (section !== target) return section
      const at = afterId ? section.activities.findIndex((one) => one.id === afterId) + 1 : section.activities.length
      return { ...section, activities: [...section.activities.slice(0, at), activity, ...section.activities.slice(at)] }
    }),
  }
}

export function removeActivity(content: CourseContent, activityId: string): CourseContent {
  return {
    ...content,
    sections: content.sections.map((section) => ({
      ...section,
      activities: section.activities.filter((one) => one.id !== activityId),
    })),
  }
}

/** The same content with ids of its own: progress hangs on the ids of steps, so a copy must not share them. */
export function copyContent(content: CourseContent, title: string): CourseContent {
  return {
    ...content,
    title,
    sections: content.sections.map((section) => ({
      ...section,
      id: crypto.randomUUID(),
      activities: section.activities.map((activity) => ({ ...activity, id: crypto.randomUUID() })),
    })),
  }
}

export function activitiesOf(content: CourseContent): Activity[] {
  return content.sections.flatMap((section) => section.activities)
}

export function minutesOf(content: CourseContent): number {
  return activitiesOf(content).reduce((sum, activity) => sum + activity.minutes, 0)
}

/** Whether a step has what it shows: its file, package, address or text. */
export function isFilled(activity: Activity): boolean {
  switch (activity.kind) {
    case 'page':
      return activity.html.trim() !== ''
    case 'link':
      return activity.url.trim() !== ''
    case 'scorm':
      return activity.packageId !== null
    case 'form':
    case 'quiz':
      return activity.formId !== null
    case 'event':
      return activity.eventId !== null
    default:
      return activity.fileId !== null
  }
}

export type Change = {
  change:
    | 'details'
    | 'prerequisites'
    | 'sectionAdded'
    | 'sectionRemoved'
    | 'sectionRenamed'
    | 'activityAdded'
    | 'activityRemoved'
    | 'activityChanged'
    | 'activityMoved'
    | 'reordered'
    | 'childAdded'
    | 'childRemoved'
  title: string
  fields: string[]
}

const detailFields = [
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

/** What differs between two contents, in the words of the contract's CourseChange. */
export function changesBetween(
  before: CourseContent,
  after: CourseContent,
  titleOfChild: (id: string) => string = (id) => id,
): Change[] {
  const changes: Change[] = []
  const details = detailFields.filter((field) => !same(before[field], after[field]))
  if (details.length > 0) changes.push({ change: 'details', title: after.title, fields: details })
  if (!same(before.prerequisites, after.prerequisites))
    changes.push({ change: 'prerequisites', title: after.title, fields: [] })

  for (const section of after.sections) {
    const old = before.sections.find((one) => one.id === section.id)
    if (!old) changes.push({ change: 'sectionAdded', title: section.title, fields: [] })
    else if (old.title !== section.title) changes.push({ change: 'sectionRenamed', title: section.title, fields: [] })
  }
  for (const section of before.sections) {
    if (!after.sections.some((one) => one.id === section.id))
      changes.push({ change: 'sectionRemoved', title: section.title, fields: [] })
  }

  let moved = false
  for (const section of after.sections) {
    for (const activity of section.activities) {
      const old = findActivity(before, activity.id)
      if (!old) {
        changes.push({ change: 'activityAdded', title: activity.title, fields: [] })
        continue
      }
      const names = [...new Set([...Object.keys(old), ...Object.keys(activity)])]
      const fields = names.filter((name) => {
        const [was, is] = [old[name as keyof Activity] as unknown, activity[name as keyof Activity] as unknown]
        return name === 'html' ? !sameHtml(String(was), String(is)) : !same(was, is)
      })
      if (fields.length > 0) changes.push({ change: 'activityChanged', title: activity.title, fields })
      const wasIn = before.sections[findPlace(before.sections, activity.id)?.section ?? -1]
      if (wasIn && wasIn.id !== section.id && after.sections.some((one) => one.id === wasIn.id)) {
        changes.push({ change: 'activityMoved', title: activity.title, fields: [] })
        moved = true
      }
    }
  }
  for (const activity of activitiesOf(before)) {
    if (!findActivity(after, activity.id))
      changes.push({ change: 'activityRemoved', title: activity.title, fields: [] })
  }
  for (const id of after.courseIds)
    if (!before.courseIds.includes(id)) changes.push({ change: 'childAdded', title: titleOfChild(id), fields: [] })
  for (const id of before.courseIds)
    if (!after.courseIds.includes(id)) changes.push({ change: 'childRemoved', title: titleOfChild(id), fields: [] })
  if (!moved && inOtherOrder(before, after)) changes.push({ change: 'reordered', title: '', fields: [] })
  return changes
}

function inOtherOrder(before: CourseContent, after: CourseContent): boolean {
  const orderOf = (content: CourseContent, other: CourseContent) => ({
    sections: content.sections.map((one) => one.id).filter((id) => other.sections.some((one) => one.id === id)),
    steps: activitiesOf(content)
      .map((one) => one.id)
      .filter((id) => findActivity(other, id)),
    children: content.courseIds.filter((id) => other.courseIds.includes(id)),
  })
  return !same(orderOf(before, after), orderOf(after, before))
}
