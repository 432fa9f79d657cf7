import { sql } from 'kysely'
import type { ReadTx, Row } from '../../platform/db/database.ts'

export interface ThreadRow {
  readonly activityId: string
  readonly resolvedAt: Date | null
  readonly resolvedBy: string
}

export interface CommentRow {
  readonly id: string
  readonly activityId: string
  readonly authorId: string
  readonly by: string
  readonly avatar: string
  readonly body: string
  readonly madeAt: Date
}

const nameOfPerson = (column: string) => sql<string>`coalesce((
  select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m
  where m.user_id = ${sql.ref(column)} order by m.is_primary desc, m.id limit 1), '')`

const pictureOfPerson = (column: string) => sql<string>`coalesce((
  select m.avatar from memberships m where m.user_id = ${sql.ref(column)} order by m.is_primary desc, m.id limit 1), '')`

/** The threads of a course that have comments, and these, oldest first. */
export async function listThreads(
  tx: ReadTx,
  documentId: string,
): Promise<{ threads: ThreadRow[]; comments: CommentRow[] }> {
  const [threads, comments] = await Promise.all([
    tx
      .selectFrom('stepThreads')
      .select(['activityId', 'resolvedAt', nameOfPerson('stepThreads.resolvedBy').as('resolvedBy')])
      .where('documentId', '=', documentId)
      .execute(),
    tx
      .selectFrom('stepComments')
      .select([
        'id',
        'activityId',
        'authorId',
        'body',
        'madeAt',
        nameOfPerson('stepComments.authorId').as('by'),
        pictureOfPerson('stepComments.authorId').as('avatar'),
      ])
      .where('documentId', '=', documentId)
      .orderBy('madeAt')
      .orderBy('id')
      .execute(),
  ])
  return { threads, comments }
}

export function findComment(
  tx: ReadTx,
  documentId: string,
  commentId: string,
): Promise<Row<'stepComments'> | undefined> {
  return tx
    .selectFrom('stepComments')
    .selectAll()
    .where('id', '=', commentId)
    .where('documentId', '=', documentId)
    .executeTakeFirst()
}

/** How many comments a step and its course have. */
export async function countComments(
  tx: ReadTx,
  of: { documentId: string; activityId: string },
): Promise<{ ofStep: number; ofCourse: number }> {
  return tx
    .selectFrom('stepComments')
    .select([
      sql<number>`count(*) filter (where activity_id = ${of.activityId})::int`.as('ofStep'),
      sql<number>`count(*)::int`.as('ofCourse'),
    ])
    .where('documentId', '=', of.documentId)
    .executeTakeFirstOrThrow()
}

/** Administrators who began, changed or published the course or wrote on the step; not the one named. */
export async function listAuthors(
  tx: ReadTx,
  of: { documentId: string; activityId: string; without: string },
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    with authors as (
      select created_by as user_id from documents where id = ${of.documentId}
      union select published_by from document_versions where document_id = ${of.documentId}
      union select actor_id from audit_entries
        where subject_id = ${of.documentId}::text and action in ('courses.saveDraft', 'courses.publish')
      union select author_id from step_comments where document_id = ${of.documentId} and activity_id = ${of.activityId}
    )
    select distinct a.user_id from authors a join memberships m on m.user_id = a.user_id
    where m.status = 'active' and m.roles && '{admin,superadmin}' and a.user_id <> ${of.without}
    order by a.user_id limit 100`.execute(tx)
  return rows.map((row) => row.userId)
}
