import type { Activity, CourseContent } from '@learnt/contract/courses'
import type { StoredFile } from '@learnt/contract/files'
import type { ActivityContent, OutlineActivity } from '@learnt/contract/learning'

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
