import { sql } from 'kysely'
import type { ReadTx, WriteTx } from '../../platform/db/database.ts'

export interface TeamLook {
  readonly id: string
  readonly displayName: string
  readonly theme: unknown
  readonly themeRevision: number
  readonly sideNavigation: unknown
  readonly navigationRevision: number
}

/** Look and navigation of every team of the bound tenant, the tenant's own team first. */
export async function listLooks(tx: ReadTx): Promise<TeamLook[]> {
  const { rows } = await sql<TeamLook>`select * from control.looks_of_teams(null, false)`.execute(tx)
  return rows
}

/** Those of the teams that are the bound tenant's, locked until the transaction ends. */
export async function lockLooks(tx: WriteTx, teamIds: readonly string[]): Promise<TeamLook[]> {
  const { rows } = await sql<TeamLook>`select * from control.looks_of_teams(${[...teamIds]}::text[], true)`.execute(tx)
  return rows
}
