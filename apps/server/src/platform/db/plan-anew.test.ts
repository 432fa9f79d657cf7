import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../test/db.ts'
import { mintTenantId } from '../tenant-id.ts'
import type { WriteTx } from './database.ts'
import { planAnew } from './plan-anew.ts'

it('has a plan that was made for a small table made again before many rows, and not before few', async () => {
  const { db } = await testDatabase()
  await db.tenant(mintTenantId('plans')).write(async (tx) => {
    await sql`select set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(tx)
    await sql`create temporary table plans (n int primary key) on commit drop`.execute(tx)
    await sql`insert into plans values (0)`.execute(tx)
    await sql`analyze plans`.execute(tx)
    expect(await scansOfLook(tx)).toEqual({ whole: 1, index: 0 })
    await sql`insert into plans select generate_series(1, 20000)`.execute(tx)
    await planAnew(tx, 499)
    expect(await scansOfLook(tx)).toEqual({ whole: 1, index: 0 })
    await planAnew(tx, 500)
    expect(await scansOfLook(tx)).toEqual({ whole: 0, index: 1 })
  })
})

/** How PostgreSQL finds one row: by reading the whole table, or by its key. */
async function scansOfLook(tx: WriteTx) {
  const before = await scans(tx)
  await sql`select n from plans where n = ${0}`.execute(tx)
  const after = await scans(tx)
  return { whole: after.whole - before.whole, index: after.index - before.index }
}

async function scans(tx: WriteTx): Promise<{ whole: number; index: number }> {
  const { rows } = await sql<{ whole: number; index: number }>`
    select seq_scan::int as whole, idx_scan::int as index from pg_stat_xact_all_tables where relid = 'pg_temp.plans'::regclass`.execute(
    tx,
  )
  return rows[0] ?? { whole: Number.NaN, index: Number.NaN }
}
