import { sql } from 'kysely'
import type { CalendarAsk, CalendarItem, CalendarSource } from '../../../platform/calendar-sources.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { dayInZone } from '../../assignments/queries.ts'
import { linkOf } from '../commands/issue.ts'

/** The last days of a person's certificates, and of those earned elsewhere that were confirmed. */
export const certificateEnds: CalendarSource = { kinds: ['certificate'], list: listEnds }

interface EndRow {
  id: string
  title: string
  description: string
  day: string
  startsAt: Date
  endsAt: Date
  zone: string
  isOver: boolean
}

/** Whoever has earned it again need not know when the earlier one ends. */
async function listEnds(tx: ReadTx, ask: CalendarAsk): Promise<CalendarItem[]> {
  const { rows } = await sql<EndRow>`
    select ends.id, ends.title, ends.description, to_char(ends.day, 'YYYY-MM-DD') as day, ends.day::timestamp at time zone z.zone as starts_at,
      end_of_day(ends.day, z.zone) as ends_at, z.zone, ends.day < ${dayInZone(ask.now)} as is_over
    from (select control.zone_of_tenant() as zone offset 0) z, (
      select c.id, c.title, c.serial as description, c.valid_until as day from certificates c
      where c.user_id = ${ask.userId} and c.valid_until is not null and c.revoked_at is null and c.replaced_by is null
        and not exists (select from certificates later where later.user_id = c.user_id and later.document_id = c.document_id
          and later.issued_at > c.issued_at and later.revoked_at is null)
      union all
      select o.id, o.title, o.issuer, o.valid_until from outside_certificates o
      where o.user_id = ${ask.userId} and o.valid_until is not null and o.state = 'confirmed'
    ) ends
    where end_of_day(ends.day, z.zone) >= ${ask.from} and ends.day::timestamp at time zone z.zone < ${ask.to}
    order by ends.day, ends.id limit ${ask.limit}`.execute(tx)
  return rows.map((row) => ({
    id: `certificate:${row.id}`,
    kind: 'certificate',
    title: row.title,
    description: row.description,
    place: '',
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    days: { first: row.day, last: row.day },
    timeZone: row.zone,
    mark: row.isOver ? 'expired' : 'expires',
    documentType: null,
    href: linkOf,
    joinHref: '',
    own: null,
  }))
}
