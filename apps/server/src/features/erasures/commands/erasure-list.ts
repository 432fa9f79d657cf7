import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Services } from '../../../platform/context.ts'
import { withOwner } from '../../../platform/db/tables.ts'
import type { Settings } from '../../../platform/env.ts'

/** A line of the list that is kept outside of the database. Ids alone: it names nobody. */
interface ErasureLine {
  readonly tenantId: string
  readonly userId: string
  readonly at: Date
}

/** Beside the database, so that a restored older backup does not bring anybody back. */
function erasureListOf({ dataDir }: Pick<Settings, 'dataDir'>): string {
  return join(dataDir, 'erasures.ndjson')
}

/** Adds a line, which is on the disk when the promise resolves. Twice is no harm. */
export async function recordErasure(settings: Pick<Settings, 'dataDir'>, line: ErasureLine): Promise<void> {
  const path = erasureListOf(settings)
  await mkdir(dirname(path), { recursive: true })
  const file = await open(path, 'a', 0o600)
  try {
    await file.appendFile(`${JSON.stringify({ ...line, at: line.at.toISOString() })}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Every line that can be read; none where there is no list. A killed process may have left half a line. */
export async function readErasures(settings: Pick<Settings, 'dataDir'>): Promise<ErasureLine[]> {
  const text = await readFile(erasureListOf(settings), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.split('\n').flatMap((line) => {
    try {
      const { tenantId, userId, at } = JSON.parse(line) as Record<string, string>
      return tenantId && userId && at ? [{ tenantId, userId, at: new Date(at) }] : []
    } catch {
      return []
    }
  })
}

/** Confirms people again who are back in a restored database; answers how many. The next run erases them. */
export async function eraseAgain(settings: Pick<Settings, 'dataDir'>, adminUrl: string): Promise<number> {
  const lines = await readErasures(settings)
  if (lines.length === 0) return 0
  return withOwner(adminUrl, async (client) => {
    let again = 0
    for (const line of lines) if (await askAgain(client, line)) again++
    return again
  })
}

/** Confirms a person again who is back. A membership that was made after the erasure is new and stays. */
async function askAgain(client: pg.ClientBase, { tenantId, userId, at }: ErasureLine): Promise<boolean> {
  await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
  const { rowCount } = await client.query(
    `insert into erase_requests (tenant_id, user_id, team_id, asked_at, confirmed_at)
     select $1, m.user_id, m.team_id, $3, $3 from memberships m where ${isBack}
     order by m.is_primary desc limit 1
     on conflict (tenant_id, user_id) do update set confirmed_at = excluded.confirmed_at, finished_at = null, search = null,
       withdrawn_at = null, dismissed_at = null
     where erase_requests.confirmed_at is null or erase_requests.finished_at is not null`,
    [tenantId, userId, at],
  )
  return (rowCount ?? 0) > 0
}

const isBack = 'm.user_id = $2 and m.erased_at is null and m.created_at < $3'

/** How many of the list the database has with a name, and is not about to erase. */
export async function countReturned(settings: Pick<Settings, 'dataDir'>, adminUrl: string): Promise<number> {
  const lines = await readErasures(settings)
  if (lines.length === 0) return 0
  return withOwner(adminUrl, async (client) => {
    let count = 0
    for (const { tenantId, userId, at } of lines) {
      await client.query(`select set_config('app.tenant_id', $1, false)`, [tenantId])
      const { rows } = await client.query(
        `select from memberships m where $1::text is not null and ${isBack} and not exists (
           select from erase_requests r where r.user_id = m.user_id and r.confirmed_at is not null and r.finished_at is null) limit 1`,
        [tenantId, userId, at],
      )
      count += rows.length
    }
    return count
  })
}

/** The list is looked at when a process begins, and once an hour. */
const everyMs = 3_600_000
let lookedAt = 0

export async function eraseAgainHourly({ settings, log }: Services, adminUrl: string): Promise<void> {
  if (Date.now() - lookedAt < everyMs) return
  lookedAt = Date.now()
  const again = await eraseAgain(settings, adminUrl)
  if (again > 0) log.warn({ people: again }, 'a restored database had people who were erased; they are erased again')
}
