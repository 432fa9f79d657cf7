import type {
  ActivityAggregate,
  ActivityFigures,
  ActivityPerson,
  Answer,
  AssignmentFigures,
  ContainerFigures,
  CourseFigures,
  LearnerFigures,
  RuntimeCall,
  StepFigures,
  WorkStatement,
} from '@learnt/contract/reports'
import type { Elements } from '@learnt/contract/runtime-delta'
import type { Row } from '../../platform/db/database.ts'
import type { AttemptRow, TimelineEntry } from '../attempts/queries.ts'
import type { StepSubmission } from '../forms/queries/find-submissions.ts'
import type { OutlineStep } from '../learning/queries/find-outline.ts'
import type { ActivityFiguresRow, ActivityPersonRow } from './queries/activity-figures.ts'
import type { AssignmentFiguresRow } from './queries/assignment-figures.ts'
import type { DocumentFiguresRow } from './queries/document-figures.ts'
import type { ReadRow, StatementRow, StepRow } from './queries/evidence.ts'
import type { ReportHistory } from './queries/find-history.ts'
import type { LearnerFiguresRow } from './queries/learner-figures.ts'
import type { ReportMoment } from './queries/moment.ts'

export function presentCourseFigures(row: DocumentFiguresRow): CourseFigures {
  const { sortValue: _, documentId, type: __, steps: ___, createdAt: ____, ...figures } = row
  return { ...figures, courseId: documentId, status: row.status as CourseFigures['status'] }
}

export function presentContainerFigures({ sortValue: _, isBundle: __, ...row }: DocumentFiguresRow): ContainerFigures {
  return {
    ...row,
    type: row.type as ContainerFigures['type'],
    status: row.status as ContainerFigures['status'],
    createdAt: row.createdAt.toISOString(),
  }
}

export function presentActivityAggregate({ sortValue: _, ...row }: ActivityFiguresRow): ActivityAggregate {
  return row
}

export function presentActivityPerson({ sortValue: _, ...row }: ActivityPersonRow): ActivityPerson {
  return {
    ...row,
    memberStatus: row.memberStatus as ActivityPerson['memberStatus'],
    state: row.state as ActivityPerson['state'],
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}

export function presentStep(row: StepRow): StepFigures {
  return { ...row, completedAt: row.completedAt?.toISOString() ?? null }
}

export function presentRead(row: ReadRow) {
  return {
    ...row,
    firstOpenedAt: row.firstOpenedAt.toISOString(),
    lastOpenedAt: row.lastOpenedAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
  }
}

export function presentStatement({ stored, verb, ...row }: StatementRow): WorkStatement {
  return { ...row, at: stored.toISOString(), verb: verb.slice(verb.lastIndexOf('/') + 1) }
}

/** Most questions shown of one attempt; a package may report any number. */
const mostAnswers = 500

/** The questions that a package reported, of each of its parts in their order. SCORM 1.2 and 2004 name some parts differently. */
export function presentAnswers(scos: readonly { scoId: string; cmi: unknown }[]): Answer[] {
  return scos
    .flatMap(({ scoId, cmi }) => {
      const said = cmi as Elements
      const numbers = new Set(
        Object.keys(said)
          .flatMap((key) => /^cmi\.interactions\.(\d+)\./.exec(key)?.[1] ?? [])
          .map(Number),
      )
      return [...numbers]
        .sort((one, other) => one - other)
        .map((number) => {
          const of = (...names: string[]) =>
            names.map((name) => said[`cmi.interactions.${number}.${name}`]).find((value) => value) ?? ''
          return {
            sco: scoId,
            number,
            question: of('description', 'id'),
            type: of('type'),
            answer: of('learner_response', 'student_response'),
            correct: of('correct_responses.0.pattern'),
            result: of('result'),
            latency: of('latency'),
            at: of('timestamp', 'time'),
          }
        })
    })
    .slice(0, mostAnswers)
}

export function presentLearnerFigures({ sortValue: _, ...row }: LearnerFiguresRow): LearnerFigures {
  return {
    ...row,
    memberStatus: row.memberStatus as LearnerFigures['memberStatus'],
    lastActivityAt: row.lastActivityAt?.toISOString() ?? null,
  }
}

export function presentAssignmentFigures(row: AssignmentFiguresRow): AssignmentFigures {
  const isOpen = !row.isOptional && row.state !== 'completed' && row.state !== 'passed' && row.dueAt !== null
  return {
    userCourseId: row.userCourseId,
    userId: row.userId,
    name: row.name,
    email: row.email,
    memberStatus: row.memberStatus as AssignmentFigures['memberStatus'],
    courseId: row.courseId,
    courseTitle: row.courseTitle,
    documentType: row.documentType as AssignmentFigures['documentType'],
    isOptional: row.isOptional,
    state: row.state as AssignmentFigures['state'],
    progress: row.progress,
    scorePercent: row.scorePercent,
    seconds: row.seconds,
    assignedAt: row.assignedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
    fields: row.fields,
    dueAt: row.dueAt?.toISOString() ?? null,
    dueState: row.isOverdue ? 'overdue' : !isOpen ? 'none' : row.isSoon && !row.isPaused ? 'soon' : 'upcoming',
    isPaused: row.isPaused,
    cycle: row.cycle,
    isCurrent: row.isCurrent,
  }
}

/** One step of the version with what the person did in it. */
export function presentActivity(
  step: OutlineStep,
  progress: readonly Row<'activityProgress'>[],
  attempts: readonly AttemptRow[],
  submissions: readonly StepSubmission[],
): ActivityFigures {
  const mine = progress.find((row) => row.activityId === step.id)
  return {
    activityId: step.id,
    kind: step.kind,
    title: step.title,
    state: mine?.state ?? 'notstarted',
    progress: mine?.progress ?? 0,
    scorePercent: mine?.score ?? null,
    seconds: mine?.seconds ?? 0,
    startedAt: mine?.startedAt.toISOString() ?? null,
    completedAt: mine?.completedAt?.toISOString() ?? null,
    attempts: attempts
      .filter((attempt) => attempt.activityId === step.id)
      .map((attempt) => ({
        attemptId: attempt.id,
        number: attempt.number,
        startedAt: attempt.startedAt.toISOString(),
        lastSavedAt: attempt.lastSavedAt?.toISOString() ?? null,
        calls: attempt.calls,
        state: attempt.state,
        scorePercent: attempt.score,
      })),
    submissions: submissions
      .filter((one) => one.activityId === step.id)
      .map(({ activityId: _, ...one }, at) => ({
        ...one,
        number: at + 1,
        startedAt: one.startedAt.toISOString(),
        submittedAt: one.submittedAt?.toISOString() ?? null,
      })),
  }
}

export function presentRuntimeCall(entry: TimelineEntry): RuntimeCall {
  return {
    id: entry.id,
    at: entry.at.toISOString(),
    receivedAt: entry.receivedAt.toISOString(),
    sco: entry.sco,
    call: entry.times > 1 ? `${entry.call} × ${entry.times}` : entry.call,
    element: entry.element,
    value: entry.value,
    result: entry.result,
    error: entry.error,
    verdict: entry.verdict,
  }
}

/** A past day does not change any more: everything recorded before its end is in it. */
export function presentMoment(at: ReportMoment, freshAt: Date, history: ReportHistory) {
  return { freshAt: freshAt.toISOString(), historyFrom: history.from, historyTo: history.to, asOf: at.asOf }
}
