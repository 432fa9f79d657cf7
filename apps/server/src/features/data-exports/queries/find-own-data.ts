import { sql } from 'kysely'
import type { Database, ReadTx, Row } from '../../../platform/db/database.ts'

export type ExportRow = Row<'dataExports'>
export type EraseRow = Row<'eraseRequests'>

export interface OwnDataRows {
  readonly exports: (ExportRow & { done: number | null; total: number | null })[]
  readonly erase: EraseRow | undefined
}

/** Two statements, one round trip. */
export async function findOwnData(tx: ReadTx, userId: string): Promise<OwnDataRows> {
  const [exports, erase] = await Promise.all([
    tx
      .selectFrom('dataExports')
      .leftJoin('jobs', 'jobs.id', 'dataExports.jobId')
      .selectAll('dataExports')
      .select(['jobs.done', 'jobs.total'])
      .where('dataExports.userId', '=', userId)
      .execute(),
    findEraseRequest(tx, userId),
  ])
  return { exports, erase }
}

/** A finished copy of this person that has not run out. */
export function findReadyExport(
  tx: ReadTx,
  of: { id: string; userId: string; now: Date },
): Promise<ExportRow | undefined> {
  return tx
    .selectFrom('dataExports')
    .selectAll()
    .where('id', '=', of.id)
    .where('userId', '=', of.userId)
    .where('state', '=', 'ready')
    .where('expiresAt', '>', of.now)
    .executeTakeFirst()
}

export function findEraseRequest(tx: ReadTx, userId: string): Promise<EraseRow | undefined> {
  return tx.selectFrom('eraseRequests').selectAll().where('userId', '=', userId).executeTakeFirst()
}

export interface AccountData {
  readonly sessions: unknown
  readonly [name: string]: unknown
}

/** What the control plane keeps of somebody; without secrets. */
export async function findAccountData(db: Database, userId: string, tenantId: string): Promise<AccountData> {
  const { rows } = await db.control((tx) =>
    sql<{ data: AccountData | null }>`select control.data_of_account(${userId}, ${tenantId}) as data`.execute(tx),
  )
  return rows[0]?.data ?? { sessions: [] }
}
