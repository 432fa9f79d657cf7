import type { SavedView } from '@learnt/contract/administration'
import type { ReadTx, Row, WriteTx } from '../../platform/db/database.ts'

export type ViewRow = Row<'savedViews'>

/** A person's own views of one list, by name. */
export function listViews(tx: ReadTx, userId: string, list: SavedView['list']): Promise<ViewRow[]> {
  return tx
    .selectFrom('savedViews')
    .selectAll()
    .where('userId', '=', userId)
    .where('list', '=', list)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Keeps a view from being removed until the transaction is over; undefined where it is gone already. */
export function holdView(tx: WriteTx, viewId: string): Promise<ViewRow | undefined> {
  return tx.selectFrom('savedViews').selectAll().where('id', '=', viewId).forKeyShare().executeTakeFirst()
}

export function findView(tx: ReadTx, viewId: string): Promise<ViewRow | undefined> {
  return tx.selectFrom('savedViews').selectAll().where('id', '=', viewId).executeTakeFirst()
}
