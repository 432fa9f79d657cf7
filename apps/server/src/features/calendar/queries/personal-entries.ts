import type { CalendarAsk, CalendarItem, CalendarSource } from '../../../platform/calendar-sources.ts'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { presentPersonalEntry } from '../present.ts'

export type PersonalEntryRow = Row<'personalEntries'>

/** What people put into their calendar themselves. */
export const personalEntries: CalendarSource = { kinds: ['own'], list: listPersonalEntries }

async function listPersonalEntries(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]> {
  const rows = await tx
    .selectFrom('personalEntries')
    .selectAll()
    .where('userId', '=', ask.userId)
    .where('startsAt', '<', ask.to)
    .where('endsAt', '>=', ask.from)
    .orderBy('startsAt')
    .orderBy('id')
    .limit(ask.limit)
    .execute()
  return rows.map(presentPersonalEntry)
}

export function findPersonalEntry(tx: ReadTx, entryId: string): Promise<PersonalEntryRow | undefined> {
  return tx.selectFrom('personalEntries').selectAll().where('id', '=', entryId).executeTakeFirst()
}
