import { createHash } from 'node:crypto'
import { documentKinds } from '@learnt/contract/document-kinds'
import {
  type AttendanceNotice,
  type AttendanceState,
  type AttendanceVerb,
  attendanceTransitions,
} from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { type CalendarEntry, uidOf, writeCalendar } from '../calendar.ts'
import { stateNow } from '../policy.ts'

const atOnce = 50

interface Told {
  readonly id: string
  readonly userId: string
  readonly state: AttendanceState
  readonly offerUntil: Date | null
  readonly verb: AttendanceVerb
  readonly stepId: string
  readonly note: string
  readonly firstName: string
  readonly name: string
  readonly email: string
  readonly teamId: string
}

interface ToldSession {
  readonly id: string
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly where: string
  readonly isDropped: boolean
  /** How often it was changed. */
  readonly revision: number
}

interface SentEntry {
  readonly sessionId: string
  readonly userId: string
  readonly sequence: number
  readonly method: 'request' | 'cancel'
  readonly fingerprint: string
  readonly revision: number
}

interface ToldEvent {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly timeZone: string
  readonly ownZone: string
  readonly firstAt: Date | null
  readonly cancelReason: string
  readonly isCancelled: boolean
}

/**
 * Tells people where they stand with an event: a notification, and for each date a mail that adds, changes or removes
 * it in their calendar. Compares the present state with what they were told last, so a repeated or late task is right.
 * `registrationIds` null: everybody, for a published version.
 */
export async function tellPeople(
  ctx: Ctx,
  { eventId, registrationIds }: { eventId: string; registrationIds: readonly string[] | null },
): Promise<void> {
  const ids =
    registrationIds ??
    (
      await ctx.read((tx) =>
        sql<{ id: string }>`
          select r.id from registrations r where r.event_id = ${eventId} and (r.state not in ('cancelled', 'waiting-cancelled')
            or exists (select from calendar_entries c where c.event_id = r.event_id and c.user_id = r.user_id and c.method = 'request')) order by r.number`.execute(
          tx,
        ),
      )
    ).rows.map((row) => row.id)
  for (let at = 0; at < ids.length; at += atOnce)
    await ctx.write((tx) => tellSome(ctx, tx, eventId, ids.slice(at, at + atOnce)))
}

async function tellSome(ctx: Ctx, tx: WriteTx, eventId: string, ids: readonly string[]): Promise<void> {
  const [, events, sessions, people, entries] = await Promise.all([
    // If two tasks tell the same people, the second sees what the first has sent.
    sql`select count(*) from (select from registrations where id = any(${ids}::uuid[]) order by id for update) locked`.execute(
      tx,
    ),
    findToldEvent(tx, eventId),
    listToldSessions(tx, eventId),
    sql<Told>`
      select r.id, r.user_id, r.state, r.offer_until, s.id as step_id, s.verb, s.note, m.shown_first_name as first_name, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.team_id
      from registrations r
      join lateral (select s.* from registration_steps s where s.registration_id = r.id order by s.id desc limit 1) s on true
      join lateral (
        select m.* from memberships m where m.user_id = r.user_id and m.status = 'active' order by m.id = r.membership_id desc, m.is_primary desc limit 1
      ) m on true
      where r.id = any(${ids}::uuid[]) order by r.number`.execute(tx),
    sql<SentEntry>`
      select c.session_id, c.user_id, c.sequence, c.method, c.fingerprint, c.revision from calendar_entries c
      where c.event_id = ${eventId} and c.user_id in (select r.user_id from registrations r where r.id = any(${ids}::uuid[]))`.execute(
      tx,
    ),
  ])
  if (!events) return
  const sent = new Map(entries.rows.map((entry) => [`${entry.sessionId} ${entry.userId}`, entry]))
  for (const person of people.rows) await tellOne(ctx, tx, events, sessions, person, sent)
}

async function tellOne(
  ctx: Ctx,
  tx: WriteTx,
  event: ToldEvent,
  sessions: readonly ToldSession[],
  person: Told,
  sent: ReadonlyMap<string, SentEntry>,
): Promise<void> {
  const state = stateNow(person, ctx.now)
  const notice = attendanceTransitions[person.verb].notice
  const isNew = notice !== null && (await ring(ctx, tx, event, person, notice, `event:${person.stepId}`))
  const changes: Change[] = []
  for (const session of sessions) {
    const before = sent.get(`${session.id} ${person.userId}`)
    const standing = standingOf(state)
    // A past date stays in calendars; the file and the feed have the number of its last change.
    if (session.endsAt <= ctx.now || standing === 'none') continue
    const isOut = standing === 'out' || session.isDropped
    if (isOut && before?.method !== 'request') continue
    const method = isOut ? 'cancel' : 'request'
    const fingerprint = fingerprintOf(event, session, isOut ? 'out' : state === 'pending' ? 'offer' : standing)
    if (before && before.method === method && before.fingerprint === fingerprint) continue
    const isSame = before?.method === 'request' && before.fingerprint.split('|')[0] === fingerprint.split('|')[0]
    const kind: AttendanceNotice = isOut
      ? (notice ?? 'eventCancelled')
      : isSame
        ? 'eventMoved'
        : state === 'waiting'
          ? 'eventWaiting'
          : state === 'pending'
            ? 'eventOffer'
            : 'eventSeat'
    const shown = sequenceOf(session, before)
    const entry = entryOf(ctx, event, session, {
      person,
      // Higher than that of the mail before; the feed may have the number of this change already.
      sequence: before ? Math.max(shown, before.sequence + 1) : shown,
      isTentative: standing === 'tentative',
    })
    const told = isOut && !outNotices.has(kind) ? 'eventCancelled' : kind
    changes.push({ session, method, fingerprint, entry, kind: told })
  }
  // One mail for whatever happened to them, with all dates that it is about.
  for (const [kind, some] of Map.groupBy(changes, (change) => change.kind)) {
    const [{ method }] = some as [Change]
    await mail(ctx, tx, event, person, {
      kind,
      sessions: some.map((change) => change.session),
      calendar: { method, text: some.map((change) => writeCalendar(method, [change.entry])).join('') },
    })
  }
  await keepSent(ctx, tx, event, person, changes)
  if (changes.some((change) => change.kind === 'eventMoved'))
    await ring(ctx, tx, event, person, 'eventMoved', `eventMoved:${event.id}:${ctx.now.toISOString()}`)
  if (changes.length === 0 && isNew && notice)
    await mail(ctx, tx, event, person, { kind: notice, sessions: [], calendar: null })
}

/** What a person's calendar has about one date. */
interface Change {
  readonly session: ToldSession
  readonly method: 'request' | 'cancel'
  readonly fingerprint: string
  readonly entry: CalendarEntry
  readonly kind: AttendanceNotice
}

async function keepSent(
  ctx: Ctx,
  tx: WriteTx,
  event: ToldEvent,
  person: Told,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ session, method, fingerprint, entry }) => ({
    session_id: session.id,
    sequence: entry.sequence,
    revision: session.revision,
    method,
    fingerprint,
    starts_at: session.startsAt,
  }))
  await sql`
    insert into calendar_entries as c (session_id, user_id, event_id, sequence, revision, method, fingerprint, starts_at, sent_at)
    select session_id, ${person.userId}::uuid, ${event.id}::uuid, sequence, revision, method, fingerprint, starts_at, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(session_id uuid, sequence int, revision int, method text, fingerprint text, starts_at timestamptz)
    on conflict (tenant_id, session_id, user_id) do update set sequence = excluded.sequence, revision = excluded.revision, method = excluded.method,
      fingerprint = excluded.fingerprint, starts_at = excluded.starts_at, sent_at = excluded.sent_at`.execute(tx)
}

/** The number of a date for one calendar: that of the last mail, and one more for each change of the date since. */
export function sequenceOf(
  session: Pick<ToldSession, 'revision'>,
  sent: { readonly sequence: number; readonly revision: number } | undefined,
): number {
  return sent ? sent.sequence + Math.max(session.revision - sent.revision, 0) : session.revision
}

const outNotices: ReadonlySet<AttendanceNotice> = new Set([
  'eventCancelled',
  'eventRemoved',
  'eventOfferLapsed',
  'eventDeclined',
])

/** What a state is in a calendar. A person who only asked for a seat has no entry yet. */
function standingOf(state: AttendanceState): 'seat' | 'tentative' | 'out' | 'none' {
  switch (state) {
    case 'registration':
      return 'none'
    case 'waiting':
    case 'pending':
      return 'tentative'
    case 'cancelled':
    case 'waiting-cancelled':
      return 'out'
    default:
      return 'seat'
  }
}

function fingerprintOf(event: ToldEvent, session: ToldSession, standing: string): string {
  const said = [
    event.title,
    session.title,
    session.startsAt.toISOString(),
    session.endsAt.toISOString(),
    session.where,
    event.timeZone,
  ]
  return `${standing}|${createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)}`
}

/** A date as it stands in the calendar of a person. */
export function entryOf(
  ctx: Ctx,
  event: ToldEvent,
  session: Pick<ToldSession, 'id' | 'title' | 'startsAt' | 'endsAt' | 'where'>,
  of: {
    person: { readonly userId: string; readonly name: string; readonly email: string }
    sequence: number
    isTentative: boolean
  },
): CalendarEntry {
  const { publicUrl, mailFrom } = ctx.services.settings
  const [, address] = /<([^>]+)>/.exec(mailFrom) ?? []
  return {
    uid: uidOf({ sessionId: session.id, userId: of.person.userId, publicUrl }),
    sequence: of.sequence,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    timeZone: event.timeZone,
    title: session.title === '' ? event.title : `${event.title}: ${session.title}`,
    description: event.description,
    where: session.where,
    url: `${publicUrl}${documentKinds.event.learner.one(event.id)}`,
    isTentative: of.isTentative,
    now: ctx.now,
    organizer: { name: 'Learnt', email: address ?? mailFrom },
    attendee: { name: of.person.name, email: of.person.email },
  }
}

export async function findToldEvent(tx: ReadTx, eventId: string): Promise<ToldEvent | undefined> {
  const { rows } = await sql<ToldEvent>`
    select e.id, d.title, d.description, e.time_zone, e.first_at, e.cancel_reason, e.cancelled_at is not null as is_cancelled, coalesce((select time_zone from tenant_calendars limit 1), 'UTC') as own_zone
    from events e join documents d on d.id = e.id where e.id = ${eventId}`.execute(tx)
  return rows[0]
}

/** With the place as calendars show it: the room, the address, or the permanent address to join. */
export async function listToldSessions(tx: ReadTx, eventId: string): Promise<ToldSession[]> {
  const { rows } = await sql<ToldSession>`
    select s.id, s.title, s.starts_at, s.ends_at, s.dropped_at is not null as is_dropped, s.revision, ${whereOf} as where
    from event_sessions s join events e on e.id = s.event_id left join event_rooms room on room.id = s.room_id
    where s.event_id = ${eventId} order by s.starts_at, s.id`.execute(tx)
  return rows
}

/** Of sessions `s` of events `e` in rooms `room`. */
const whereOf = sql<string>`
  case when e.place = 'virtual' then '' else concat_ws(', ', nullif(room.name, ''), nullif(coalesce(nullif(s.address, ''), room.address), '')) end`

/** In the bell, once for each key; answers whether it is news. */
export async function ring(
  ctx: Ctx,
  tx: WriteTx,
  event: ToldEvent,
  person: Pick<Told, 'userId' | 'offerUntil' | 'note'>,
  kind: AttendanceNotice | 'eventReminder' | 'eventDated',
  key: string,
  startsAt: Date | null = event.firstAt,
): Promise<boolean> {
  const params = {
    eventId: event.id,
    title: event.title,
    startsAt: startsAt?.toISOString() ?? null,
    timeZone: event.timeZone,
    ...(kind === 'eventOffer' ? { until: person.offerUntil?.toISOString() ?? null } : {}),
    ...(kind === 'eventCancelled' || kind === 'eventRemoved' || kind === 'eventDeclined'
      ? { reason: event.cancelReason || person.note }
      : {}),
  }
  const { told } = await notifyMany(ctx, tx, {
    kind,
    atMost: 1,
    from: sql`
      select ${person.userId}::uuid as user_id, null::text as team_id, ${key}::text as key, ${documentKinds.event.learner.one(event.id)}::text as link, ${json(params)}::jsonb as params`,
  })
  return told > 0
}

export async function mail(
  ctx: Ctx,
  tx: WriteTx,
  event: ToldEvent,
  person: Pick<Told, 'userId' | 'email' | 'teamId' | 'firstName' | 'note' | 'offerUntil'>,
  of: {
    kind: AttendanceNotice | 'eventReminder' | 'eventDated'
    /** Dates that it is about. */
    sessions: readonly Pick<ToldSession, 'startsAt' | 'endsAt' | 'where' | 'title'>[]
    calendar: { method: 'request' | 'cancel'; text: string } | null
  },
): Promise<void> {
  const only = of.sessions.length === 1 ? of.sessions[0] : undefined
  const reason = event.cancelReason || person.note
  await queueMail(ctx, tx, {
    kind: of.kind,
    to: person.email,
    userId: person.userId,
    teamId: person.teamId,
    values: {
      name: person.firstName,
      title: only?.title ? `${event.title}: ${only.title}` : event.title,
      where: only?.where ? `\n${only.where}` : '',
      reason: reason === '' ? '' : `\n\n${reason}`,
      ...(of.sessions.length > 0 ? {} : { when: '' }),
      ...(person.offerUntil ? {} : { until: '' }),
    },
    times: {
      ...(of.sessions.length > 0
        ? {
            when: of.sessions.map((one) => ({
              from: one.startsAt,
              to: one.endsAt,
              zone: event.timeZone,
              ownZone: event.ownZone,
              ...(only ? {} : { title: one.title, place: one.where }),
            })),
          }
        : {}),
      ...(person.offerUntil
        ? { until: { from: person.offerUntil, to: null, zone: event.timeZone, ownZone: event.ownZone } }
        : {}),
    },
    path: documentKinds.event.learner.one(event.id),
    ...(of.calendar ? { calendar: of.calendar } : {}),
  })
}

/** Tells interested people about the first date, before others look. */
export async function tellInterested(ctx: Ctx, { eventId }: { eventId: string }): Promise<void> {
  for (;;) {
    const done = await ctx.write(async (tx) => {
      const event = await findToldEvent(tx, eventId)
      if (!event?.firstAt) return true
      const { rows } = await sql<Told>`
        select i.user_id, m.shown_first_name as first_name, rtrim(m.shown_first_name || ' ' || m.last_name) as name, m.email, m.team_id, null as offer_until, '' as note
        from event_interests i join lateral (
          select m.* from memberships m where m.user_id = i.user_id and m.status = 'active' order by m.is_primary desc limit 1
        ) m on true
        where i.event_id = ${eventId} and i.told_at is null order by i.at limit ${atOnce} for update of i`.execute(tx)
      const [session] = await listToldSessions(tx, eventId)
      for (const person of rows) {
        const isNews = await ring(
          ctx,
          tx,
          event,
          person,
          'eventDated',
          `eventDated:${eventId}:${event.firstAt.toISOString()}`,
        )
        if (isNews)
          await mail(ctx, tx, event, person, { kind: 'eventDated', sessions: session ? [session] : [], calendar: null })
      }
      await sql`
        update event_interests set told_at = ${ctx.now} where event_id = ${eventId} and user_id = any(${rows.map((row) => row.userId)}::uuid[])`.execute(
        tx,
      )
      return rows.length < atOnce
    })
    if (done) return
  }
}
