import type { DocumentType } from '@learnt/contract/document-kinds'
import type { ProgressState } from '@learnt/contract/states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { stepsOf } from '../../assignments/commands/recompute-containers.ts'
import { isAssignmentInScope, type ReportScope } from '../../reach/queries/scope.ts'

export interface StepRow {
  stepId: string
  documentId: string
  type: DocumentType
  title: string
  isRequired: boolean
  state: ProgressState
  progress: number
  scorePercent: number | null
  completedAt: Date | null
  waivedReason: string | null
  userCourseId: string | null
}

/** How a person stands with each step of a bundle, pathway or package, and their assignment of it where it is in scope. */
export async function listStepFigures(tx: ReadTx, scope: ReportScope, assignmentId: string): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    with ${stepsOf([assignmentId])}
    select s.step_id, s.step_document_id as document_id, s.step_type as type, c.title, s.is_required, s.state, round(s.progress, 2) as progress,
      s.score as score_percent, s.completed_at, w.reason as waived_reason,
      (select a.id from assignments a where a.id = s.child_id and ${isAssignmentInScope(scope)}) as user_course_id
    from step s join documents c on c.id = s.step_document_id
    left join step_waivers w on w.assignment_id = s.parent_id and w.step_id = s.step_id
    order by s.place`.execute(tx)
  return rows
}

export interface ReadRow {
  versionNumber: number
  opened: number
  downloads: number
  firstOpenedAt: Date
  lastOpenedAt: Date
  readAt: Date | null
}

/** What a person read of a resource, newest version first. */
export async function listReads(tx: ReadTx, assignmentId: string): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select v.number as version_number, r.opened, r.downloads, r.first_opened_at, r.last_opened_at, r.read_at
    from resource_reads r join document_versions v on v.id = r.version_id
    where r.assignment_id = ${assignmentId} order by v.number desc`.execute(tx)
  return rows
}

export interface StatementRow {
  id: string
  stored: Date
  verb: string
  object: string
  scorePercent: number | null
  body: unknown
}

/** Statements of one assignment, newest first; \`after\` is the last one of the page before. */
export async function listStatements(
  tx: ReadTx,
  of: { userId: string; assignmentId: string; after: readonly [at: string, id: string] | null; limit: number },
): Promise<StatementRow[]> {
  const isAfter: RawBuilder<unknown> = of.after
    ? sql`(s.stored, s.id) < (${of.after[0]}::timestamptz, ${of.after[1]}::uuid)`
    : sql`true`
  const { rows } = await sql<StatementRow>`
    select s.id, s.stored, s.verb, coalesce(name.value, s.object_id) as object, (s.body #>> '{result,score,raw}')::float8 as score_percent, s.body
    from statements s
    left join lateral (select value from jsonb_each_text(s.body #> '{object,definition,name}') limit 1) name on true
    where s.user_id = ${of.userId} and s.assignment_id = ${of.assignmentId} and ${isAfter}
    order by s.stored desc, s.id desc limit ${of.limit}`.execute(tx)
  return rows
}
