import { bulkUpdateSample } from '@learnt/contract/bulk-updates'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { type SeededRow, seedRun } from '../../imports/commands/seed-run.ts'
import type { RowError } from '../../imports/queries/read-cells.ts'
import { completionsImport, standardOptions } from './completions-import.ts'

const mapping = [...bulkUpdateSample]

interface Finished {
  membershipId: string
  userId: string
  name: string
  email: string
  documentId: string
  title: string
  completedAt: Date
}

/** One finished run in the log: rows that were recorded, one that was skipped, and two that failed. */
export async function seedUpdates(ctx: Ctx, tx: WriteTx): Promise<void> {
  const { teamId } = ctx.actor
  const { rows: finished } = await sql<Finished>`
    select m.id as membership_id, m.user_id, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, d.id as document_id, d.title, a.completed_at
    from assignments a join documents d on d.id = a.document_id and d.type = 'course' and not d.is_bundle
    join memberships m on m.user_id = a.user_id and m.team_id = ${teamId} and m.is_primary
    where a.state in ('completed', 'passed') and a.is_active order by a.completed_at, a.id limit 8`.execute(tx)
  const [first] = finished
  if (!first) return
  const row = (of: Finished, outcome: SeededRow['outcome'], errors: RowError[] = []): SeededRow => {
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
  const unknown: SeededRow = {
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
  await seedRun(ctx, tx, completionsImport, {
    ...{ name: 'completions-old-system.csv', daysAgo: 20, state: 'done', headings: mapping, mapping, rows },
    options: standardOptions,
    asks: false,
    counts: { skipped: 1 },
  })
}
