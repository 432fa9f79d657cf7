import {
  type Activity,
  type CompletionRule,
  type CourseContent,
  completionRulesOf,
  usualLanding,
} from '@learnt/contract/courses'
import { cleanReset, noReset } from '@learnt/contract/cycles'
import type { FormKind } from '@learnt/contract/forms/content'
import { searchForm } from '@learnt/contract/text'
import { json } from '../../platform/db/database.ts'
import { cleanHtml, countPicturesWithoutWords, imagesOf, isBlankHtml, videoHostsOf } from '../../platform/html.ts'
import { newId } from '../../platform/ids.ts'
import type { ContentProblem, Details, Named } from '../documents/kind.ts'
import { isVisible } from '../documents/queries.ts'

/** A file that a content names, where, and the types that can stand there. */
export interface FileReference {
  readonly path: string
  readonly fileId: string
  readonly title: string
  readonly fits: (contentType: string) => boolean
}

export function emptyContent({ title, category }: Pick<CourseContent, 'title' | 'category'>): CourseContent {
  return {
    title,
    category,
    description: '',
    tags: [],
    imageFileId: null,
    sequential: false,
    sections: [],
    courseIds: [],
    reset: noReset,
    mayStartOver: false,
    landing: usualLanding,
    prerequisites: [],
  }
}

export function activitiesOf(content: CourseContent): Activity[] {
  return content.sections.flatMap((section) => section.activities)
}

/** Cleaning takes as long as a page has tags, and longer where they are nested: of one page, and of all together. */
const mostTags = { ofPage: 10_000, ofAll: 50_000 }

/** Longer than a page may be (the contract's Activity), or of too many elements. */
export function isTooLongToClean(html: string): boolean {
  return html.length > 500_000 || html.split('<').length - 1 > mostTags.ofPage
}

/** Pages that would take too long to clean. */
export function findPagesOfTooManyTags(content: CourseContent): ContentProblem[] {
  let all = 0
  return pagesOf(content).flatMap(({ path, title, html }) => {
    const tags = html.split('<').length - 1
    all += tags
    if (tags <= mostTags.ofPage && all <= mostTags.ofAll) return []
    return [{ path, code: 'tooManyTags', title }]
  })
}

/** The content as it is stored: pages cleaned, each tag once. */
export function cleanContent(content: CourseContent): CourseContent {
  return {
    ...content,
    tags: [...new Set(content.tags)],
    reset: cleanReset(content.reset),
    landing: { ...content.landing, html: cleanHtml(content.landing.html) },
    sections: content.sections.map((section) => ({
      ...section,
      activities: section.activities.map((activity) =>
        activity.kind === 'page' ? { ...activity, html: cleanHtml(activity.html) } : activity,
      ),
    })),
  }
}

/** What a content contradicts itself in, whatever files and courses there are. */
export function findContradictions(
  content: CourseContent,
  course: { id: string; isBundle: boolean },
): ContentProblem[] {
  const problems: ContentProblem[] = []
  const say = (path: string, code: string, title = '') => problems.push({ path, code, title })
  if (course.isBundle && content.sections.length > 0) say('sections', 'bundleHasCourses')
  if (!course.isBundle && content.courseIds.length > 0) say('courseIds', 'courseHasSteps')
  if (course.isBundle && content.mayStartOver) say('mayStartOver', 'bundleResets')
  const seen = new Set<string>()
  const once = (id: string, path: string, title: string) => {
    if (seen.has(id)) say(path, 'duplicateId', title)
    seen.add(id)
  }
  content.sections.forEach((section, s) => {
    once(section.id, `sections.${s}.id`, section.title)
    section.activities.forEach((activity, a) => {
      const at = `sections.${s}.activities.${a}`
      once(activity.id, `${at}.id`, activity.title)
      if (!completionRulesOf[activity.kind].includes(activity.completion.rule))
        say(`${at}.completion.rule`, 'completionRule', activity.title)
    })
  })
  content.courseIds.forEach((courseId, i) => {
    if (courseId === course.id) say(`courseIds.${i}`, 'childSelf')
    else once(courseId, `courseIds.${i}`, '')
  })
  return problems.map((one) =>
    one.code === 'duplicateId' && one.path.startsWith('courseIds') ? { ...one, code: 'childTwice' } : one,
  )
}

export function fileReferences(content: CourseContent): FileReference[] {
  const found: FileReference[] = []
  const isImage = (type: string) => type.startsWith('image/')
  if (content.imageFileId)
    found.push({ path: 'imageFileId', fileId: content.imageFileId, title: content.title, fits: isImage })
  for (const fileId of imagesOf(content.landing?.html ?? ''))
    found.push({ path: 'landing.html', fileId, title: content.title, fits: isImage })
  content.sections.forEach((section, s) => {
    section.activities.forEach((activity, a) => {
      const at = `sections.${s}.activities.${a}`
      const name = (path: string, fileId: string, fits: FileReference['fits']) =>
        found.push({ path, fileId, title: activity.title, fits })
      if (activity.kind === 'page') for (const fileId of imagesOf(activity.html)) name(`${at}.html`, fileId, isImage)
      if (activity.kind === 'document' && activity.fileId) name(`${at}.fileId`, activity.fileId, isDocument)
      if (activity.kind === 'video' || activity.kind === 'audio') {
        if (activity.fileId) name(`${at}.fileId`, activity.fileId, (type) => type.startsWith(`${activity.kind}/`))
        activity.captions.forEach((captions, c) => {
          name(`${at}.captions.${c}.fileId`, captions.fileId, (type) => type === 'text/vtt')
        })
      }
    })
  })
  return found
}

/** Everything that authors write as a page, with its place in the content. */
function pagesOf(content: CourseContent): { path: string; title: string; html: string }[] {
  // Versions of before have no text for the start.
  const start = content.landing?.html
    ? [{ path: 'landing.html', title: content.title, html: content.landing.html }]
    : []
  const steps = content.sections.flatMap((section, s) =>
    section.activities.flatMap((activity, a) =>
      activity.kind === 'page'
        ? [{ path: `sections.${s}.activities.${a}.html`, title: activity.title, html: activity.html }]
        : [],
    ),
  )
  return [...start, ...steps]
}

export function hasVideos(content: CourseContent): boolean {
  return pagesOf(content).some(({ html }) => videoHostsOf(html).length > 0)
}

/** Pages with a video of a host that the tenant does not list. */
export function findForeignVideos(content: CourseContent, hosts: readonly string[]): ContentProblem[] {
  return pagesOf(content).flatMap(({ path, title, html }) =>
    videoHostsOf(html).every((host) => hosts.includes(host)) ? [] : [{ path, code: 'videoHost', title }],
  )
}

/** What people may want to fix before they publish; it does not prevent publishing. */
export function findPublishWarnings(content: CourseContent): (ContentProblem & { count: number })[] {
  return pagesOf(content).flatMap(({ path, title, html }) => {
    const count = countPicturesWithoutWords(html)
    return count === 0 ? [] : [{ path, code: 'picturesWithoutWords', title, count }]
  })
}

export function packageReferences(content: CourseContent): { path: string; packageId: string; title: string }[] {
  return content.sections.flatMap((section, s) =>
    section.activities.flatMap((activity, a) =>
      activity.kind === 'scorm' && activity.packageId
        ? [{ path: `sections.${s}.activities.${a}.packageId`, packageId: activity.packageId, title: activity.title }]
        : [],
    ),
  )
}

/** Forms that steps name, with their places. */
export function formReferences(
  content: CourseContent,
): { path: string; formId: string; activity: Extract<Activity, { kind: 'form' | 'quiz' }> }[] {
  return content.sections.flatMap((section, s) =>
    section.activities.flatMap((activity, a) =>
      (activity.kind === 'form' || activity.kind === 'quiz') && activity.formId
        ? [{ path: `sections.${s}.activities.${a}`, formId: activity.formId, activity }]
        : [],
    ),
  )
}

/** The kind of form that a completion rule needs; the others fit every kind. */
const kindOfRule: Partial<Record<CompletionRule['rule'], FormKind>> = {
  approved: 'application',
  competent: 'observation',
}

/** Forms that cannot stand where they stand when the course is published. */
export function findFormProblems(content: CourseContent, named: Named): ContentProblem[] {
  return formReferences(content).flatMap(({ path, formId, activity }): ContentProblem[] => {
    const form = named.get(formId)
    const { title, completion } = activity
    if (!form || !isVisible(form.status)) return [{ path: `${path}.formId`, code: 'formNotPublished', title }]
    if (activity.kind === 'quiz' && form.subtype !== 'quiz')
      return [{ path: `${path}.formId`, code: 'formNoQuiz', title }]
    const needed = kindOfRule[completion.rule]
    return needed && form.subtype !== needed ? [{ path: `${path}.completion`, code: `formRule.${needed}`, title }] : []
  })
}

/** Events that steps name, with their places. */
export function eventReferences(content: CourseContent): { path: string; eventId: string; title: string }[] {
  return content.sections.flatMap((section, s) =>
    section.activities.flatMap((activity, a) =>
      activity.kind === 'event' && activity.eventId
        ? [{ path: `sections.${s}.activities.${a}.eventId`, eventId: activity.eventId, title: activity.title }]
        : [],
    ),
  )
}

/** Events that nobody could register for when the course is published. */
export function findEventProblems(content: CourseContent, named: Named): ContentProblem[] {
  return eventReferences(content).flatMap(({ path, eventId, title }) => {
    const event = named.get(eventId)
    return event && isVisible(event.status) ? [] : [{ path, code: 'eventNotPublished', title }]
  })
}

/** What prevents publishing. `isPublished` answers for the courses of a bundle. */
export function findPublishProblems(
  content: CourseContent,
  course: { isBundle: boolean },
  children: ReadonlyMap<string, { title: string; isPublished: boolean }>,
): ContentProblem[] {
  if (course.isBundle) {
    if (content.courseIds.length === 0) return [{ path: 'courseIds', code: 'noChildren', title: content.title }]
    return content.courseIds.flatMap((id, i) =>
      children.get(id)?.isPublished
        ? []
        : [{ path: `courseIds.${i}`, code: 'childNotPublished', title: children.get(id)?.title ?? '' }],
    )
  }
  if (activitiesOf(content).length === 0) return [{ path: 'sections', code: 'empty', title: content.title }]
  return content.sections.flatMap((section, s) =>
    section.activities.flatMap((activity, a) => {
      const missing = findMissing(activity)
      return missing
        ? [{ path: `sections.${s}.activities.${a}.${missing.field}`, code: missing.code, title: activity.title }]
        : []
    }),
  )
}

function findMissing(activity: Activity): { field: string; code: string } | null {
  switch (activity.kind) {
    case 'page':
      return isBlankHtml(activity.html) ? { field: 'html', code: 'pageEmpty' } : null
    case 'video':
    case 'audio':
    case 'document':
      return activity.fileId ? null : { field: 'fileId', code: 'fileMissing' }
    case 'link':
      return activity.url ? null : { field: 'url', code: 'urlMissing' }
    case 'scorm':
      return activity.packageId ? null : { field: 'packageId', code: 'packageMissing' }
    case 'form':
    case 'quiz':
      return activity.formId ? null : { field: 'formId', code: 'formMissing' }
    case 'event':
      return activity.eventId ? null : { field: 'eventId', code: 'eventMissing' }
  }
}

/** Columns of a course that stand for its published content, or for its draft while there is none. */
export function detailsOf(content: CourseContent, bundleMinutes = 0) {
  const activities = activitiesOf(content)
  return {
    title: content.title,
    description: content.description,
    category: content.category,
    tags: content.tags,
    imageFileId: content.imageFileId,
    prerequisites: [...content.prerequisites],
    activityCount: activities.length + content.courseIds.length,
    // Versions of before do not say.
    reset: content.reset && content.reset.kind !== 'none' ? json(content.reset) : null,
    mayStartOver: content.mayStartOver ?? false,
    minutes: activities.reduce((sum, activity) => sum + activity.minutes, bundleMinutes),
    searchText: searchForm([content.title, content.description, content.category, ...content.tags].join('\n')),
  } satisfies Details
}

/** The same steps under fresh ids, which have no progress yet. */
export function freshCopy(content: CourseContent, title: string): CourseContent {
  return {
    ...content,
    title,
    sections: content.sections.map((section) => ({
      ...section,
      id: newId(),
      activities: section.activities.map((activity) => ({ ...activity, id: newId() })),
    })),
  }
}

function isDocument(contentType: string): boolean {
  return (
    contentType === 'application/pdf' ||
    contentType === 'text/csv' ||
    contentType.startsWith('application/vnd.openxmlformats-officedocument.')
  )
}
