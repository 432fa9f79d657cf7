import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'

/**
 * What follows from causes (rows of `causes`): a certificate, a badge, points. It runs in the transaction of the cause, so
 * that it happens exactly once, or not at all where the cause is undone. It costs one statement where nothing follows. A
 * cause of kind `voided` takes back what the completion gave.
 */
export type Consequence = (ctx: CauseCtx, tx: WriteTx, causeIds: readonly string[]) => Promise<void>

/** Who is at work is known in most places, and nobody is where the installation itself is. */
export type CauseCtx = Pick<Ctx, 'now'> & Partial<Pick<Ctx, 'actor'>>

const consequences: Consequence[] = []

/** Adds what a feature makes follow. `app.ts` adds those of every feature. */
export function addConsequences(added: readonly Consequence[]): void {
  consequences.push(...added)
}

/** Hands causes that were just written to every consequence, one after the other. */
export async function deliverCauses(ctx: CauseCtx, tx: WriteTx, causeIds: readonly (string | null)[]): Promise<void> {
  const ids = causeIds.filter((id) => id !== null)
  if (ids.length === 0) return
  for (const consequence of consequences) await consequence(ctx, tx, ids)
}
