import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'

/**
 * What follows from causes: a certificate, a badge, points. A cause is a row of `causes`: somebody finished a document, or,
 * `voided`, a completion was taken back, and with it what it gave.
 */
export interface Consequence {
  /**
   * Whether anything follows from a row of `causes` that was just inserted. Asked by the statement that inserts it, so that
   * a completion from which nothing follows costs no statement more.
   */
  readonly follows: RawBuilder<boolean>
  /** Runs in the transaction of the cause, so that it happens exactly once, or not at all where the cause is undone. */
  run(ctx: CauseCtx, tx: WriteTx, causeIds: readonly string[]): Promise<void>
}

/** Who is at work is known in most places, and nobody is where the installation itself is. */
export type CauseCtx = Pick<Ctx, 'now'> & Partial<Pick<Ctx, 'actor'>>

const consequences: Consequence[] = []

/** Adds what a feature makes follow. `app.ts` adds those of every feature. */
export function addConsequences(added: readonly Consequence[]): void {
  consequences.push(...added)
}

/** Whether anything at all follows from an inserted row of `causes`. */
export function anythingFollows(): RawBuilder<boolean> {
  if (consequences.length === 0) return sql<boolean>`false`
  return sql<boolean>`(${sql.join(
    consequences.map((one) => one.follows),
    sql` or `,
  )})`
}

/** Hands causes to every consequence, one after the other; null: nothing follows from it. */
export async function deliverCauses(ctx: CauseCtx, tx: WriteTx, causeIds: readonly (string | null)[]): Promise<void> {
  const ids = causeIds.filter((id) => id !== null)
  if (ids.length === 0) return
  for (const consequence of consequences) await consequence.run(ctx, tx, ids)
}
