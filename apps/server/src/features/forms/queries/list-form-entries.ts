import { documentKinds } from '@learnt/contract/document-kinds'
import { visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { CalendarAsk, CalendarItem, CalendarSource } from '../../../platform/calendar-sources.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { closesAtFor } from './end-of-writing.ts'

/** When a person's forms open and close. */
export const formEntries: CalendarSource = { kinds: ['form'], list: listFormEntries }

interface DateRow {
  id: string
  documentId: string
  title: string
  mark: 'opens' | 'closes'
  at: Date
  zone: string
}

/** Dates of finished forms no longer matter. */
async function listFormEntries(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]> {
  const { rows } = await sql<DateRow>`
    select a.id, d.id as document_id, d.title, dates.mark, dates.at, control.zone_of_tenant() as zone
    from assignments a join documents d on d.id = a.document_id join document_versions v on v.id = d.published_version_id,
      lateral (values ('opens', (v.content->'settings'->>'opensAt')::timestamptz), ('closes', ${closesAtFor(sql`a.id`)})) dates (mark, at)
    where a.user_id = ${ask.userId} and a.document_type = 'form' and a.is_active and not a.needs_request
      and a.state not in ('completed', 'passed') and d.status = any(${visibleToLearners}::text[])
      and dates.at >= ${ask.from} and dates.at < ${ask.to}
    order by dates.at, a.id limit ${ask.limit}`.execute(tx)
  return rows.map((row) => ({
    id: `form:${row.mark}-${row.id}`,
    kind: 'form',
    title: row.title,
    description: '',
    place: '',
    startsAt: row.at,
    endsAt: row.at,
    days: null,
    timeZone: row.zone,
    mark: row.mark,
    documentType: 'form',
    href: documentKinds.form.learner.one(row.documentId),
    joinHref: '',
    own: null,
  }))
}
