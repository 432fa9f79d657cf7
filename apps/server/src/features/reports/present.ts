import type {
  ActivityFigures,
  AssignmentFigures,
  CourseFigures,
  LearnerFigures,
  RuntimeCall,
} from '@learnt/contract/reports'
import type { Row } from '../../platform/db/database.ts'
import type { AttemptRow, TimelineEntry } from '../attempts/queries.ts'
import type { OutlineStep } from '../learning/queries/find-outline.ts'
import type { AssignmentFiguresRow } from './queries/assignment-figures.ts'
import type { CourseFiguresRow, CourseTotals } from './queries/course-figures.ts'
import type { ReportHistory } from './queries/find-history.ts'
import type { LearnerFiguresRow } from './queries/learner-figures.ts'
import type { ReportMoment } from './queries/scope.ts'

export function presentCourseFigures({ sortValue: _, ...row }: CourseFiguresRow): CourseFigures {
  return { ...row, status: row.status as CourseFigures['status'] }
}

export function presentTotals({ courses: _, ...sums }: CourseTotals) {
  return {
    ...sums,
    completionRate: sums.assigned === 0 ? null : Math.round((1000 * sums.completed) / sums.assigned) / 10,
  }
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
    isOptional: row.isOptional,
    state: row.state as AssignmentFigures['state'],
    progress: row.progress,
    scorePercent: row.scorePercent,
    seconds: row.seconds,
    assignedAt: row.assignedAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
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
