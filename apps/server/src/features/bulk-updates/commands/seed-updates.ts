import { Readable } from 'node:stream'
import { type BulkUpdateCounts, bulkUpdateSample } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId, newPersonId } from '../../../platform/ids.ts'
import type { RowError } from '../../feeds/queries/read-cells.ts'
import { standardOptions } from './completion-runs.ts'

const mapping = [...bulkUpdateSample]
const fileName = 'completions-old-system.csv'

interface Finished {
  membershipId: string
  userId: string
  name: string
  email: string
  documentId: string
  title: string
  completedAt: Date
}

interface Seeded {
  cells: string[]
  person: string
  userId: string
  membershipId: string | null
  fields: Record<string, unknown>
  outcome: 'update' | 'skipped' | 'rejected'
  errors: RowError[]
}

/** One finished run in the log: rows that were recorded, one that was skipped, and two that failed. */
export async function seedUpdates(ctx: Ctx, tx: WriteTx): Promise<void> {
  const { teamId, tenantId, userId } = ctx.actor
  const { rows: finished } = await sql<Finished>`
    select m.id as membership_id, m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, d.id as document_id, d.title, a.completed_at
    from assignments a join documents d on d.id = a.document_id and d.type = 'course' and not d.is_bundle
    join memberships m on m.user_id = a.user_id and m.team_id = ${teamId} and m.is_primary
    where a.state in ('completed', 'passed') and a.is_active order by a.completed_at, a.id limit 8`.execute(tx)
  const [first] = finished
  if (!first) return
  const row = (of: Finished, outcome: Seeded['outcome'], errors: RowError[] = []): Seeded => {
    const day = of.completedAt.toISOString().slice(0, 10)
    return {
      cells: [of.title, '', day, '100', of.email],
      person: of.name,
      userId: of.userId,
      membershipId: of.membershipId,
      fields: {
        documentType: 'course',
        documentId: of.documentId,
        title: of.title,
        activityTitle: '',
        at: of.completedAt.toISOString(),
        progress: 100,
      },
      outcome,
      errors,
    }
  }
  const good = finished.map((one) => row(one, 'update'))
  const day = first.completedAt.toISOString().slice(0, 10)
  const older = row({ ...first, completedAt: new Date(first.completedAt.getTime() - 400 * 86_400_000) }, 'skipped', [
    { code: 'laterResult', field: '', found: '', named: day },
  ])
  const unknown: Seeded = {
    ...row(first, 'rejected', [{ code: 'unknownPerson', field: 'email', found: 'left.long.ago@example.com' }]),
    cells: [first.title, '', day, '100', 'left.long.ago@example.com'],
    person: 'left.long.ago@example.com',
    userId: newPersonId(),
    membershipId: null,
  }
  const untitled = row({ ...first, title: 'First aid at sea' }, 'rejected', [
    { code: 'unknownTitle', field: 'courseTitle', found: 'First aid at sea' },
  ])
  const rows = [...good, older, unknown, untitled]
  const text = [mapping, ...rows.map((one) => one.cells)]
    .map((cells) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(','))
    .join('\r\n')
  const { sha256, size } = await ctx.services.files.put(tenantId, Readable.from([Buffer.from(text)]))
  const [fileId, runId] = [newId(), newId()]
  const at = new Date(ctx.now.getTime() - 20 * 86_400_000)
  const counts: BulkUpdateCounts = {
    rows: rows.length,
    update: good.length,
    skipped: 1,
    rejected: 2,
    done: good.length,
    failed: 0,
    undone: 0,
    kept: 0,
  }
  await sql`
    insert into files (id, sha256, size, name, content_type, purpose, created_by, created_at)
    values (${fileId}, ${sha256}, ${size}, ${fileName}, 'text/csv', 'feed', ${userId}, ${at})`.execute(tx)
  await sql`
    insert into feed_runs (id, kind, team_id, state, source, file_id, file_name, file_size, sha256, headings, mapping, options, counts, created_by, created_at, checked_at, started_at, finished_at)
    values (${runId}, 'completions', ${teamId}, 'done', 'upload', ${fileId}, ${fileName}, ${size}, ${sha256}, ${mapping}::text[], ${json(mapping)}, ${json(standardOptions)},
      ${json(counts)}, ${userId}, ${at}, ${at}, ${at}, ${new Date(at.getTime() + 3000)})`.execute(tx)
  const told = rows.map((one, place) => ({
    place: place + 1,
    line: place + 2,
    person: one.person,
    user_id: one.userId,
    membership_id: one.membershipId,
    fields: one.fields,
    outcome: one.outcome,
    state: one.outcome === 'update' ? 'done' : 'planned',
    errors: one.errors,
  }))
  await sql`
    insert into feed_rows (run_id, place, line, person, user_id, membership_id, fields, outcome, state, errors)
    select ${runId}, place, line, person, user_id, membership_id, fields, outcome, state, errors
    from jsonb_to_recordset(${json(told)}) as r (place int, line int, person text, user_id uuid, membership_id text, fields jsonb, outcome text, state text, errors jsonb)`.execute(
    tx,
  )
}
