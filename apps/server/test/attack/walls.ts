import { sql } from 'kysely'
import type pg from 'pg'
import type { TestApp } from '../app.ts'
import type { World } from '../given/world.ts'

/**
 * Row security itself, table by table, as the application's role bound to another tenant: it sees, changes and deletes
 * none of the victim's rows and cannot insert beside them. Each check is repeated from inside the tenant, where it
 * succeeds.
 */
export async function tryWalls(
  app: TestApp,
  owner: pg.Client,
  of: { victim: World; foreign: World; tables?: readonly string[] },
): Promise<{ cases: number; controls: number; leaks: string[] }> {
  const { victim, foreign } = of
  const tables = of.tables ?? (await listTenantTables(owner))
  const leaks: string[] = []
  let cases = 0
  let controls = 0
  const inside = app.services.db.tenant(victim.tenantId)
  const outside = app.services.db.tenant(foreign.tenantId)
  const refusedBy = async (words: string): Promise<string> => {
    try {
      const { numAffectedRows } = await outside.write((tx) => sql.raw(words).execute(tx))
      return `${numAffectedRows ?? 0} rows`
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const name of tables) {
    const theirs = `tenant_id = '${victim.tenantId}'`
    const count = sql<{
      n: number
    }>`select count(*)::int as n from ${sql.table(name)} where tenant_id = ${victim.tenantId}`
    const seen = async (from: typeof inside) =>
      from
        .read((tx) => count.execute(tx))
        .then(
          ({ rows }) => rows[0]?.n ?? 0,
          () => 0,
        )
    if ((await seen(inside)) > 0) controls++
    cases += 4
    if ((await seen(outside)) > 0) leaks.push(`${name}: rows of another tenant are seen`)
    for (const words of [
      `update ${name} set tenant_id = tenant_id where ${theirs}`,
      `delete from ${name} where ${theirs}`,
    ]) {
      const answer = await refusedBy(words)
      if (!/^0 rows$|permission denied/.test(answer))
        leaks.push(`${name}: ${words.split(' ')[0]} from another tenant: ${answer}`)
    }
    const answer = await refusedBy(`insert into ${name} (tenant_id) values ('${victim.tenantId}')`)
    if (!/row-level security|permission denied/.test(answer))
      leaks.push(`${name}: insert for another tenant: ${answer}`)
  }
  return { cases, controls, leaks }
}

export async function listTenantTables(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select tablename as name from pg_policies where schemaname = 'public' and policyname = 'tenant_isolation' order by 1`,
  )
  return rows.map(({ name }) => name)
}
