import { type Activity, usualLanding } from '@learnt/contract/courses'
import { type CyclePeriod, periodFrom } from '@learnt/contract/cycle-periods'
import type { Cycle, CycleStanding } from '@learnt/contract/cycles'
import type { StoredFile } from '@learnt/contract/files'
import type {
  ActivityContent,
  CourseCard,
  Home,
  LearnerCourse,
  OutlineActivity,
  Progress,
  RequiredCard,
} from '@learnt/contract/learning'
import type { Source } from '@learnt/contract/permissions'
import { isDone } from '@learnt/contract/states'
import { fullName } from '@learnt/contract/text'
import type { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/problem.ts'
import { presentExtension } from '../assignments/queries.ts'
import { canStartOver, presentStanding } from '../cycles/policy.ts'
import { imageUrl, signImages } from '../files/queries.ts'
import { presentPathwayCard } from '../pathways/present.ts'
import type { RecordedProgress } from './commands/record-progress.ts'
import { readMedia, resumeStep } from './policy.ts'
import type { Outline, OutlineStep } from './queries/find-outline.ts'
import type { OwnCourseRow, OwnOutline, OwnStep } from './queries/find-own-course.ts'
import type { CardRow } from './queries/list-cards.ts'
import { type StepState, stateIn } from './queries/list-step-states.ts'
import type { HomeRows, RequiredRow } from './queries/read-home.ts'

export function presentCard(ctx: Ctx, row: CardRow): CourseCard {
  return {
    userCourseId: row.id,
    courseId: row.courseId,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    isBundle: row.isBundle,
    isOptional: row.isOptional,
    state: row.state,
    progress: row.progress,
    activityCount: row.activityCount,
    activitiesDone: row.activitiesDone,
    minutes: row.minutes,
    dueAt: row.dueAt?.toISOString() ?? null,
    dueState: row.dueState,
    assignedAt: row.assignedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
    waitsFor: row.waitsFor,
    within: row.within,
    validUntil: isDone(row.state) ? (periodOf(row)?.validUntil ?? null) : null,
    isAgain: row.cycle > 0,
  }
}

function periodOf(row: Pick<CardRow, 'reset' | 'cycleFrom' | 'cycleMonthDay'>): CyclePeriod | null {
  return row.reset && periodFrom(row.reset, { from: row.cycleFrom, monthDay: row.cycleMonthDay })
}

function presentCycle(course: OwnCourseRow): CycleStanding {
  return {
    ...presentStanding(course),
    mayStartOver: canStartOver({ ...course, isLocked: course.waitsFor !== null }),
  }
}

export function presentHome(ctx: Ctx, home: HomeRows): Home {
  const section = (state: CardRow['dueState']) =>
    home.open.filter((row) => row.dueState === state).map((row) => presentRequired(ctx, row))
  return {
    resume: home.resume && {
      ...presentCard(ctx, home.resume),
      activityId: home.resume.activityId,
      activityTitle: home.resume.activityTitle,
    },
    required: {
      overdue: section('overdue'),
      soon: section('soon'),
      upcoming: section('upcoming'),
      noDeadline: section('none'),
      total: home.counts.required - home.counts.done + home.open.filter((row) => row.documentType !== 'course').length,
    },
    recent: home.recent.map((row) => presentCard(ctx, row)),
    pathways: home.pathways.map((row) => presentPathwayCard(ctx, row)),
    hasEvents: home.hasEvents,
    hasEndingCertificates: home.hasEndingCertificates,
    counts: home.counts,
  }
}

function presentRequired(ctx: Ctx, row: RequiredRow): RequiredCard {
  const { userCourseId: assignmentId, courseId: documentId, ...card } = presentCard(ctx, row)
  return { ...card, documentType: row.documentType, documentId, assignmentId }
}

export function presentLearnerCourse(
  ctx: Ctx,
  course: OwnCourseRow,
  own: OwnOutline,
  children: readonly CardRow[],
  sources: z.infer<typeof Source>[],
  cycles: z.infer<typeof Cycle>[],
): Omit<LearnerCourse, 'prerequisites' | 'rating' | 'landing'> {
  const { outline, states, locks } = own
  const byId = new Map(states.map((one) => [one.activityId, one]))
  // Nothing of a locked course opens, and every step waits for the same.
  const closed = course.waitsFor ? ({ reason: 'previous', waitsFor: course.waitsFor.title } as const) : null
  return {
    ...presentCard(ctx, course),
    sequential: outline.sequential,
    versionNumber: outline.number ?? 0,
    sections: outline.sections.map((section) => ({
      id: section.id,
      title: section.title,
      activities: section.activities.map((step) =>
        presentStep(step, byId.get(step.id), closed ?? locks.get(step.id) ?? null),
      ),
    })),
    children: children.map((child) => presentCard(ctx, child)),
    resumeActivityId: closed ? null : resumeStep(outline.activities, locks, stateIn(states), course.lastActivityId),
    sources,
    cycle: presentCycle(course),
    earlierCycles: cycles.filter((one) => one.endedAt !== null),
    extension: presentExtension(course.extension),
  }
}

/** `text`: null where it is not shown. `maker`: the person who made the course, if its author names nobody. */
export function presentLanding(
  ctx: Ctx,
  { landing }: Outline,
  maker: { firstName: string; lastName: string },
  text: string | null,
): LearnerCourse['landing'] {
  const { isShown, author } = landing ?? usualLanding
  return { isShown, author: author || fullName(maker), html: text === null ? null : signImages(ctx, text) }
}

function presentStep(
  step: OutlineStep,
  standing: StepState | undefined,
  lock: OutlineActivity['lock'],
): OutlineActivity {
  return {
    id: step.id,
    kind: step.kind,
    title: step.title,
    description: step.description,
    minutes: step.minutes,
    completion: step.completion,
    state: standing?.state ?? 'notstarted',
    progress: standing?.progress ?? 0,
    // The form itself says whether marks may be seen yet.
    scorePercent: isForm(step.kind) ? null : (standing?.score ?? null),
    completedAt: standing?.completedAt?.toISOString() ?? null,
    lock,
  }
}

function isForm(kind: OutlineStep['kind']): boolean {
  return kind === 'form' || kind === 'quiz'
}

/** What a step's content names, found. */
export interface StepMaterial {
  readonly file: StoredFile | null
  /** In the order of the content's captions. */
  readonly captions: readonly { readonly url: string; readonly language: string; readonly label: string }[]
  readonly pack: {
    readonly kind: 'scorm12' | 'scorm2004'
    readonly scoCount: number
    readonly attemptNumber: number
    readonly hasAttempt: boolean
  } | null
  readonly form?: { readonly id: string; readonly title: string } | null
  readonly event?: { readonly id: string; readonly title: string } | null
}

export function presentActivity(
  ctx: Ctx,
  own: OwnStep,
  content: Activity,
  material: StepMaterial,
): z.infer<typeof ActivityContent> {
  const { step, standing } = own
  const base = {
    id: step.id,
    title: step.title,
    completion: step.completion,
    state: standing?.state ?? 'notstarted',
    progress: standing?.progress ?? 0,
    scorePercent: standing?.score ?? null,
    savedAt: standing?.updatedAt.toISOString() ?? null,
  } as const
  switch (content.kind) {
    case 'page':
      return { ...base, kind: content.kind, html: signImages(ctx, content.html) }
    case 'link':
      return { ...base, kind: content.kind, url: content.url }
    case 'document':
      if (!material.file) throw notFound()
      return { ...base, kind: content.kind, file: material.file }
    case 'video':
    case 'audio': {
      if (!material.file) throw notFound()
      const { position, segments } = readMedia(standing?.position)
      return {
        ...base,
        kind: content.kind,
        file: material.file,
        captions: [...material.captions],
        transcript: content.transcript,
        position,
        segments,
      }
    }
    case 'scorm': {
      const { pack } = material
      if (!pack) throw notFound()
      return {
        ...base,
        kind: content.kind,
        packageKind: pack.kind,
        scoCount: pack.scoCount,
        attemptNumber: pack.attemptNumber,
        mayRestart: pack.hasAttempt,
      }
    }
    case 'form':
    case 'quiz': {
      const { form } = material
      if (!form) throw notFound()
      return { ...base, scorePercent: null, kind: content.kind, formId: form.id, formTitle: form.title }
    }
    case 'event': {
      const { event } = material
      if (!event) throw notFound()
      return { ...base, kind: content.kind, eventId: event.id, eventTitle: event.title }
    }
  }
}

export function presentProgress(recorded: RecordedProgress, savedAt: Date): z.infer<typeof Progress> {
  return {
    state: recorded.state,
    progress: recorded.progress,
    scorePercent: recorded.scorePercent,
    savedAt: savedAt.toISOString(),
    course: {
      state: recorded.course.state,
      progress: recorded.course.progress,
      completedAt: recorded.course.completedAt?.toISOString() ?? null,
    },
  }
}
