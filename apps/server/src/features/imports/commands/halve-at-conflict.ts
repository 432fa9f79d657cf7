import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'

/** Somebody took a value since the dry run: the row that wants it is refused, the others are carried out. */
export async function halveAtConflict(
  places: readonly number[],
  act: (places: readonly number[]) => Promise<void>,
  refuse: (places: readonly number[], error: unknown) => Promise<void>,
  constraint?: string,
): Promise<void> {
  try {
    await act(places)
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error
    if (places.length === 1) return refuse(places, error)
    const half = places.length >> 1
    await halveAtConflict(places.slice(0, half), act, refuse, constraint)
    await halveAtConflict(places.slice(half), act, refuse, constraint)
  }
}

/** Rows could not be carried out, for this reason. */
export async function failRows(
  ctx: Ctx,
  runId: string,
  places: readonly number[],
  failure: { code: string; field: string },
): Promise<void> {
  await ctx.write((tx) =>
    sql`
      update feed_rows set state = 'failed', errors = errors || ${json([{ ...failure, found: '' }])}
      where run_id = ${runId} and place = any (${[...places]}::int[])`.execute(tx),
  )
}
