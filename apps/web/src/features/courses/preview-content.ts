import type { Activity, Course, CourseContent } from '@learnt/contract/courses'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { StoredFile } from '@learnt/contract/files'
import type { ActivityContent, LearnerCourse, OutlineActivity } from '@learnt/contract/learning'

/** The steps of a draft as a learner's outline shows them before anything was done. */
export function previewOutline(content: CourseContent): { id: string; title: string; activities: OutlineActivity[] }[] {
  return content.sections.map(({ id, title, activities }) => ({
    id,
    title,
    activities: activities.map((activity) => ({
      id: activity.id,
      kind: activity.kind,
      title: activity.title,
      description: activity.description,
      minutes: activity.minutes,
      completion: activity.completion,
      state: 'notstarted',
      progress: 0,
      scorePercent: null,
      completedAt: null,
      lock: null,
    })),
  }))
}

/** A draft as its page before the first start shows it: given to nobody, and rated by nobody. */
export function previewStart(course: Course, content: CourseContent, files: readonly StoredFile[]): LearnerCourse {
  const steps = content.sections.flatMap((section) => section.activities)
  return {
    userCourseId: course.id,
    courseId: course.id,
    title: content.title,
    description: content.description,
    category: content.category,
    tags: content.tags,
    image: files.find((file) => file.id === content.imageFileId)?.url ?? '',
    isBundle: false,
    isOptional: false,
    state: 'notstarted',
    progress: 0,
    activityCount: steps.length,
    activitiesDone: 0,
    minutes: steps.reduce((sum, step) => sum + step.minutes, 0),
    dueAt: null,
    dueState: 'none',
    assignedAt: course.createdAt,
    startedAt: null,
    completedAt: null,
    lastActivityAt: null,
    waitsFor: null,
    within: [],
    validUntil: null,
    isAgain: false,
    sequential: content.sequential,
    versionNumber: (course.publishedNumber ?? 0) + 1,
    sections: previewOutline(content),
    children: [],
    resumeActivityId: null,
    sources: [],
    cycle: { number: 1, validUntil: null, opens: null, closes: null, mayRenew: false, mayStartOver: false },
    earlierCycles: [],
    extension: null,
    prerequisites: course.documents
      .filter((one) => content.prerequisites.includes(one.id))
      .map(({ id, type, title }) => ({ id, type: type as DocumentType, title, isDone: false })),
    rating: null,
    landing: { ...content.landing, author: content.landing.author || course.createdBy },
  }
}

/** A step of a draft as its learner would get it; null while it has nothing to show. */
export function previewActivity(
  activity: Activity,
  files: readonly StoredFile[],
  documents: readonly { id: string; title: string }[] = [],
): ActivityContent | null {
  const base = {
    id: activity.id,
    title: activity.title,
    state: 'notstarted' as const,
    progress: 0,
    scorePercent: null,
    completion: activity.completion,
    savedAt: null,
  }
  const find = (fileId: string | null) => files.find((file) => file.id === fileId)
  switch (activity.kind) {
    case 'page':
      return activity.html.trim() === '' ? null : { ...base, kind: activity.kind, html: activity.html }
    case 'link':
      return activity.url === '' ? null : { ...base, kind: activity.kind, url: activity.url }
    case 'document': {
      const file = find(activity.fileId)
      return file ? { ...base, kind: activity.kind, file } : null
    }
    case 'video':
    case 'audio': {
      const file = find(activity.fileId)
      const captions = activity.captions.flatMap(({ fileId, language, label }) => {
        const url = find(fileId)?.url
        return url ? [{ url, language, label }] : []
      })
      return file
        ? { ...base, kind: activity.kind, file, captions, transcript: activity.transcript, position: 0, segments: [] }
        : null
    }
    case 'form':
    case 'quiz': {
      const { kind, formId } = activity
      if (formId === null) return null
      return { ...base, kind, formId, formTitle: documents.find((one) => one.id === formId)?.title ?? activity.title }
    }
    case 'event': {
      const { kind, eventId } = activity
      if (eventId === null) return null
      return {
        ...base,
        kind,
        eventId,
        eventTitle: documents.find((one) => one.id === eventId)?.title ?? activity.title,
      }
    }
    case 'scorm':
      return activity.packageId === null
        ? null
        : // NOTE the player asks the launch for the edition and the parts; these two only choose words
          { ...base, kind: activity.kind, packageKind: 'scorm12', scoCount: 1, attemptNumber: 1, mayRestart: false }
  }
}
