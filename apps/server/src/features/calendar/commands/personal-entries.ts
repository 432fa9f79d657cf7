import { mostPersonalEntries, type PersonalEntryInput } from '@learnt/contract/calendar'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { lockPerson } from '../../../platform/lock-person.ts'
import { ProblemError, stale } from '../../../platform/problem.ts'
import { entryMoments } from '../policy.ts'
import type { PersonalEntryRow } from '../queries/personal-entries.ts'

type Input = z.output<typeof PersonalEntryInput>

export async function addPersonalEntry(ctx: Ctx, input: Input): Promise<PersonalEntryRow> {
  const { userId } = ctx.actor
  const values = valuesOf(input)
  return ctx.write(async (tx) => {
    const [, entry, { count }] = await Promise.all([
      lockPerson(ctx, tx),
      tx
        .insertInto('personalEntries')
        .values({ id: newId(), userId, ...values, createdAt: ctx.now, updatedAt: ctx.now })
        .returningAll()
        .executeTakeFirstOrThrow(),
      tx
        .selectFrom('personalEntries')
        .select(sql<number>`count(*)`.as('count'))
        .where('userId', '=', userId)
        .executeTakeFirstOrThrow(),
    ])
    if (Number(count) > mostPersonalEntries) throw new ProblemError('conflict', { detail: 'calendar.tooManyEntries' })
    return entry
  })
}

/** Refused when another window has changed the entry since `revision`. */
export async function changePersonalEntry(
  ctx: Ctx,
  entry: PersonalEntryRow,
  { revision, ...input }: Input & { revision: number },
): Promise<PersonalEntryRow> {
  const values = valuesOf(input)
  const changed = await ctx.write((tx) =>
    tx
      .updateTable('personalEntries')
      .set({ ...values, revision: revision + 1, updatedAt: ctx.now })
      .where('id', '=', entry.id)
      .where('revision', '=', revision)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!changed) throw stale(null)
  return changed
}

export async function removePersonalEntry(ctx: Ctx, entry: PersonalEntryRow): Promise<void> {
  await ctx.write((tx) => tx.deleteFrom('personalEntries').where('id', '=', entry.id).execute())
}

function valuesOf(input: Input) {
  const { title, description, place, timeZone } = input
  return { title, description, place, timeZone, ...entryMoments(input) }
}
