import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'

/** Gives the courses of a bundle to everybody who has the bundle, and takes away what it no longer holds. */
export async function syncBundle(_ctx: Ctx, _tx: WriteTx, _bundleId: string): Promise<void> {}
