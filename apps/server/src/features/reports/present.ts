import type { AssignmentFigures, CourseFigures, LearnerFigures } from '@learnt/contract/reports'
import type { AssignmentFiguresRow } from './queries/assignment-figures.ts'
import type { CourseFiguresRow, CourseTotals } from './queries/course-figures.ts'
import type { LearnerFiguresRow } from './queries/learner-figures.ts'

export function presentCourseFigures({ sortValue: _, ...row }: CourseFiguresRow): CourseFigures {
  return { ...row, status: row.status as CourseFigures['status'] }
}

export function presentTotals({ courses: _, ...sums }: CourseTotals) {
  return { ...sums, completionRate: sums.assigned === 0 ? null : Math.round((1000 * sums.completed) / sums.assigned) / 10 }
}

export function presentLearnerFigures({ sortValue: _, ...row }: LearnerFiguresRow): LearnerFigures {
  return { ...row, memberStatus: row.memberStatus as LearnerFigures['memberStatus'], lastActivityAt: row.lastActivityAt?.toISOString() ?? null }
}

export function presentAssignmentFigures(row: AssignmentFiguresRow): AssignmentFigures {
  const isOpen = !row.isOptional && row.state !== 'completed' && row.state !== 'passed' && row.dueAt !== null
  return {
    userCourseId: row.userCourseId,
    userId: row.userId,
    name: row.name,
    email: row.email,
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
    dueState: row.isOverdue ? 'overdue' : !isOpen ? 'none' : row.isSoon ? 'soon' : 'upcoming',
  }
}
