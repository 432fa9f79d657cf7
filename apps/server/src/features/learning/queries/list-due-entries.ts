import { type DocumentType, documentKinds } from '@learnt/contract/document-kinds'
import { type ProgressState, visibleToLearners } from '@learnt/contract/states'
import { sql } from 'kysely'
import type { CalendarAsk, CalendarItem, CalendarSource } from '../../../platform/calendar-sources.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dueState } from '../../assignments/queries.ts'

/** The last days of what a person has to do, of every kind of document. */
export const dueEntries: CalendarSource = { kinds: ['due'], list: listDueEntries }

interface DueRow {
  id: string
  documentId: string
  documentType: DocumentType
  title: string
  state: ProgressState
  dueState: 'none' | 'upcoming' | 'soon' | 'overdue'
  dueDay: string
  startsAt: Date
  dueAt: Date
  zone: string
}

async function listDueEntries(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]> {
  const { rows } = await sql<DueRow>`
    select a.id, d.id as document_id, a.document_type, d.title, a.state, ${dueState(ask.now)} as due_state,
      to_char(a.due_day, 'YYYY-MM-DD') as due_day, a.due_day::timestamp at time zone z.zone as starts_at, a.due_at, z.zone
    from assignments a join documents d on d.id = a.document_id, (select control.zone_of_tenant() as zone offset 0) z
    where a.user_id = ${ask.userId} and a.is_active and not a.needs_request and not a.is_optional
      and d.status = any(${visibleToLearners}::text[])
      and a.due_day is not null and a.due_at >= ${ask.from} and a.due_at < ${ask.to}::timestamptz + interval '1 day'
    order by a.due_at, a.id limit ${ask.limit}`.execute(tx)
  return rows.map((row) => ({
    id: `due:${row.id}`,
    kind: 'due',
    title: row.title,
    description: '',
    place: '',
    startsAt: row.startsAt,
    endsAt: row.dueAt,
    days: { first: row.dueDay, last: row.dueDay },
    timeZone: row.zone,
    mark: markOf(row),
    documentType: row.documentType,
    href: documentKinds[row.documentType].learner.one(row.documentId),
    joinHref: '',
    own: null,
  }))
}

function markOf({ state, dueState: due }: DueRow): 'done' | 'overdue' | 'open' {
  if (state === 'completed' || state === 'passed') return 'done'
  return due === 'overdue' ? 'overdue' : 'open'
}
