import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { changeAssignments } from '../../assignments/commands/change-assignments.ts'
import type { TableShape } from '../queries/tables.ts'
import { keepColumns, type Pair } from './merge-rows.ts'

interface Held {
  readonly id: string
  readonly userId: string
  readonly documentType: string
  readonly documentId: string
  readonly title: string
  readonly cycle: number
  readonly endedAt: Date | null
  readonly state: string
  readonly score: number | null
  readonly progress: number
  readonly completedAt: Date | null
  readonly assignedAt: Date
}

export interface Decided {
  readonly title: string
  readonly wins: 'stay' | 'gone'
  readonly stay: string
  readonly gone: string
}

export interface MergedAssignments {
  readonly moved: readonly string[]
  readonly both: readonly Decided[]
  /** What the record that stays has now and what has to be worked out anew. */
  readonly currentIds: readonly string[]
}

const rank: Readonly<Record<string, number>> = { passed: 3, completed: 3, inprogress: 2, failed: 1, notstarted: 0 }

/**
 * Which of two assignments of a document is the current one: the finished one; of two finished ones the higher score, then
 * the earlier day; of unfinished ones the further progress; at last the one that stays.
 */
export function isBetter(gone: Comparable, stay: Comparable): boolean {
  const by = [
    (rank[gone.state] ?? 0) - (rank[stay.state] ?? 0),
    (gone.score ?? -1) - (stay.score ?? -1),
    isDone(gone.state) ? (stay.completedAt?.getTime() ?? 0) - (gone.completedAt?.getTime() ?? 0) : 0,
    gone.progress - stay.progress,
  ]
  return (by.find((one) => one !== 0) ?? 0) > 0
}
type Comparable = Pick<Held, 'state' | 'score' | 'completedAt' | 'progress'>
const isDone = (state: string) => rank[state] === 3

/**
 * Gives the assignments of one record to the other. Of a document that both have, the better one is the current cycle and
 * the other one ends as an earlier cycle, with all that was done in it; its sources pass to the current one. Rollups follow
 * by the same deltas as everywhere. The rules' lock must be held.
 */
export async function mergeAssignments(
  ctx: Ctx,
  tx: WriteTx,
  pair: Pair,
  shapes: { assignments: TableShape; sources: TableShape; earlier: TableShape },
): Promise<MergedAssignments> {
  const { rows } = await sql<Held>`
    select a.id, a.user_id, a.document_type, a.document_id, d.title, a.cycle, a.ended_at, a.state, a.score::float as score, a.progress::float as progress,
      a.completed_at, a.assigned_at
    from assignments a join documents d on d.id = a.document_id
    where a.user_id in (${pair.stay}, ${pair.gone}) order by a.id for update of a`.execute(tx)
  const byDocument = Map.groupBy(rows, (row) => `${row.documentType}:${row.documentId}`)
  const plan: { id: string; cycle: number; ends: boolean }[] = []
  const joined: { from: string; to: string }[] = []
  const moved: string[] = []
  const both: Decided[] = []
  for (const group of byDocument.values()) {
    const [stay, gone] = [
      group.filter((one) => one.userId === pair.stay),
      group.filter((one) => one.userId === pair.gone),
    ]
    const [first] = gone
    if (!first) continue
    if (stay.length === 0) {
      moved.push(first.title)
      plan.push(...gone.map(({ id, cycle }) => ({ id, cycle, ends: false })))
      continue
    }
    const current = (side: Held[]) => side.filter((one) => one.endedAt === null).sort((a, b) => a.cycle - b.cycle)
    const [ours, theirs] = [current(stay), current(gone)]
    const [our, their] = [ours.at(-1), theirs.at(-1)]
    const goneWins = their !== undefined && (our === undefined || isBetter(their, our))
    const winners = goneWins ? theirs : ours
    const losers = goneWins ? ours : theirs
    both.push({
      title: first.title,
      wins: goneWins ? 'gone' : 'stay',
      stay: our?.state ?? 'notstarted',
      gone: their?.state ?? 'notstarted',
    })
    const time = (one: Held) => (one.endedAt ?? ctx.now).getTime()
    const history = group
      .filter((one) => !winners.includes(one))
      .sort((a, b) => time(a) - time(b) || a.assignedAt.getTime() - b.assignedAt.getTime())
    for (const [cycle, one] of [...history, ...winners].entries())
      plan.push({ id: one.id, cycle, ends: losers.includes(one) })
    const winner = winners.at(-1)
    if (winner) joined.push(...losers.map((one) => ({ from: one.id, to: winner.id })))
  }
  if (plan.length === 0) return { moved, both, currentIds: [] }
  const ids = plan.map((one) => one.id)
  const all = shapes.assignments.columns.map((one) => one.name)
  await keepColumns(tx, shapes.assignments, {
    mergeId: pair.mergeId,
    columns: all,
    where: sql`t.id = any (${ids}::uuid[])`,
  })
  await changeAssignments(ctx, tx, {
    renumbered: ids,
    found: sql`
    plan as materialized (
      select * from jsonb_to_recordset(${json(plan)}) as p(id uuid, cycle integer, ends boolean)
    ),
    held as materialized (
      select p.*, one as was from plan p cross join lateral (select a as one from assignments a where a.id = p.id offset 0) a
    )`,
    update: {
      from: 'held',
      set: {
        userId: sql`${pair.stay}`,
        cycle: sql`f.cycle`,
        endedAt: sql`case when f.ends then ${ctx.now} else a.ended_at end`,
        isActive: sql`a.is_active and not f.ends`,
      },
    },
    answer: sql`select from changed`,
  })
  await mergeSources(tx, pair, shapes, { ids, joined })
  return { moved, both, currentIds: plan.filter((one) => !one.ends).map((one) => one.id) }
}

/** Sources follow their assignment; those of a cycle that ends pass to the current one, and are kept with the cycle. */
async function mergeSources(
  tx: WriteTx,
  pair: Pair,
  shapes: { sources: TableShape; earlier: TableShape },
  of: { ids: readonly string[]; joined: readonly { from: string; to: string }[] },
): Promise<void> {
  const all = shapes.sources.columns.map((one) => one.name)
  const where = sql`t.assignment_id = any (${[...of.ids]}::uuid[])`
  await keepColumns(tx, shapes.sources, { mergeId: pair.mergeId, columns: all, where })
  const membership = (row: string) =>
    sql`case when ${sql.ref(`${row}.userId`)} = ${pair.gone} and ${sql.ref(`${row}.membershipId`)} is not null then ${pair.stayMembershipId} else ${sql.ref(`${row}.membershipId`)} end`
  if (of.joined.length > 0) {
    const columns = shapes.sources.columns.map((one) => sql.raw(`"${one.name}"`))
    const values = shapes.sources.columns.map(({ name }) => {
      if (name === 'assignment_id') return sql`j.to_id`
      if (name === 'user_id') return sql`${pair.stay}::uuid`
      return name === 'membership_id' ? membership('s') : sql.raw(`s."${name}"`)
    })
    const joined = sql`(select * from jsonb_to_recordset(${json(of.joined)}) as j("from" uuid, "to" uuid))`
    await sql`
      with j as materialized (select j."from" as from_id, j."to" as to_id from ${joined} j),
      gone as (delete from assignment_sources s using j where s.assignment_id = j.from_id returning s.*),
      filed as (
        insert into earlier_sources (assignment_id, kind, source_id, user_id, membership_id, is_optional, due_at, granted_at, granted_by)
        select assignment_id, kind, source_id, ${pair.stay}::uuid, ${membership('gone')}, is_optional, due_at, granted_at, granted_by from gone
        on conflict do nothing returning assignment_id, kind, source_id
      ),
      passed as (
        insert into assignment_sources (${sql.join(columns)})
        select distinct on (j.to_id, s.kind, s.source_id) ${sql.join(values)} from gone s join j on j.from_id = s.assignment_id
        on conflict do nothing returning assignment_id, kind, source_id
      )
      insert into person_merge_rows (merge_id, table_name, row_key)
      select ${pair.mergeId}::uuid, name, key from (
        select 'earlier_sources' as name, jsonb_build_object('assignment_id', assignment_id, 'kind', kind, 'source_id', source_id) as key from filed
        union all select 'assignment_sources', jsonb_build_object('assignment_id', assignment_id, 'kind', kind, 'source_id', source_id) from passed
      ) made on conflict do nothing`.execute(tx)
  }
  await sql`
    update assignment_sources t set user_id = ${pair.stay}, membership_id = ${membership('t')}
    where ${where} and user_id = ${pair.gone}`.execute(tx)
}
