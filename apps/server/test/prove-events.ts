import { sql } from 'kysely'
import { readSettings } from '../src/platform/env.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { prepareGround } from '../src/start.ts'

/**
 * What the server has acknowledged to one person of an event; null: a call had no answer, so both results are allowed.
 */
export type ToldState = 'attending' | 'waiting' | 'cancelled' | null

/**
 * Checks an event beside the running server. No seat is given twice, stored counts are right, nobody waits beside a
 * free seat, the list moves in order, and nobody gets the same mail twice.
 */
export async function proveEvent(
  settings: Record<string, string>,
  eventId: string,
  told: ReadonlyMap<string, ToldState>,
): Promise<{ findings: string[]; registrations: number; steps: number; mails: number }> {
  const { services, stop } = await prepareGround({
    say: () => {},
    ifRunning: 'join',
    settings: readSettings({ ...settings, LOG_LEVEL: 'silent' }),
  })
  try {
    return await services.db.tenant(mintTenantId('learnt')).read(async (tx) => {
      const findings: string[] = []
      const { rows: events } = await sql<{ capacity: number; held: number; waiting: number; lastNumber: string }>`
        select capacity, held, waiting, last_number from events where id = ${eventId}`.execute(tx)
      const event = events[0]
      if (!event) return { findings: ['the event is gone'], registrations: 0, steps: 0, mails: 0 }
      const { rows } = await sql<{ userId: string; state: string; number: string; last: string; steps: number }>`
        select r.user_id, r.state, r.number, (select s.state from registration_steps s where s.registration_id = r.id order by s.id desc limit 1) as last,
          (select count(*)::int from registration_steps s where s.registration_id = r.id) as steps
        from registrations r where r.event_id = ${eventId} order by r.number`.execute(tx)
      const [attending, waiting] = ['attending', 'waiting'].map((state) => rows.filter((row) => row.state === state))
      const [seated, inLine] = [attending ?? [], waiting ?? []]
      if (seated.length > event.capacity) findings.push(`${seated.length} seats of ${event.capacity}`)
      if (event.held !== seated.length) findings.push(`${event.held} seats are counted, ${seated.length} are held`)
      if (event.waiting !== inLine.length) findings.push(`${event.waiting} wait as counted, ${inLine.length} do`)
      if (inLine.length > 0 && seated.length < event.capacity) findings.push('somebody waits beside a free seat')
      if (new Set(rows.map((row) => row.userId)).size < rows.length) findings.push('somebody is there twice')
      if (new Set(rows.map((row) => row.number)).size < rows.length) findings.push('a number was taken twice')
      // The list moves in order: people who were moved up had smaller numbers than those who still wait.
      const firstInLine = Math.min(...inLine.map((row) => Number(row.number)))
      for (const row of seated)
        if (Number(row.number) > firstInLine) findings.push(`${row.userId} was moved up ahead of others`)
      for (const row of rows) if (row.last !== row.state) findings.push(`the history of ${row.userId} ends otherwise`)
      const stored = new Map(rows.map((row) => [row.userId, row.state]))
      for (const [userId, state] of told) {
        const now = stored.get(userId) ?? 'cancelled'
        const isThere = now === 'attending' || now === 'waiting'
        if (state === 'attending' && now !== 'attending') findings.push(`LOST the seat of ${userId}: ${now}`)
        if (state === 'waiting' && !isThere) findings.push(`LOST the place in line of ${userId}: ${now}`)
        if (state === 'cancelled' && isThere) findings.push(`LOST the cancellation of ${userId}: ${now}`)
      }
      const { rows: twice } = await sql<{ what: string }>`
        select 'mail to ' || recipient || ': ' || what as what from (
          select recipient, coalesce(substring(calendar from 'UID:[^\r\n]+') || ' ' || substring(calendar from 'SEQUENCE:[0-9]+') || ' ' || calendar_method, id::text) as what from mails
          where kind like 'event%') m group by recipient, what having count(*) > 1`.execute(tx)
      findings.push(...twice.map(({ what }) => `twice: ${what}`))
      const { rows: mails } = await sql<{ count: number }>`
        select count(*)::int as count from mails where kind like 'event%'`.execute(tx)
      return {
        findings,
        registrations: rows.length,
        steps: rows.reduce((sum, row) => sum + row.steps, 0),
        mails: mails[0]?.count ?? 0,
      }
    })
  } finally {
    await stop()
  }
}
