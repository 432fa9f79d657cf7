import { documentKinds } from '@learnt/contract/document-kinds'
import type { AttendanceState } from '@learnt/contract/events/attendance'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notifyMany } from '../../../platform/notify.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { coveredBy, isOpenSeat, type LedEvent } from '../queries/reach.ts'
import { Seats } from './change-seats.ts'
import { lockEvent } from './lock-event.ts'
import { tell } from './register.ts'
import { findToldEvent } from './tell.ts'

const atOnce = 100

/** Queues a message to everyone in these states, as far as the caller looks after them; answers how many they are. */
export async function queueMessage(
  ctx: Ctx,
  tx: WriteTx,
  { event, ...of }: { event: LedEvent; states: readonly AttendanceState[]; subject: string; text: string },
): Promise<number> {
  const seats = new Seats(ctx, await lockEvent(ctx, tx, event.id, []))
  await seats.write(tx)
  const { rows } = await sql<{ userId: string }>`
    select r.user_id from registrations r where r.event_id = ${event.id} and r.state = any(${of.states}::text[])
      and ${isOpenSeat(coveredBy(ctx.actor, event, 'keeper'))} order by r.number`.execute(tx)
  const userIds = rows.map((row) => row.userId)
  await Promise.all([
    enqueue(ctx, tx, 'events.message', {
      messageId: newId(),
      eventId: event.id,
      userIds,
      subject: of.subject,
      text: of.text,
      name: ctx.actor.name ?? '',
    }),
    tell(ctx, tx, 'events.message', seats, { ...of, eventId: event.id, people: userIds.length }),
  ])
  return userIds.length
}

/** The worker's part: each person once, however often it runs. */
export async function sendMessage(
  ctx: Ctx,
  of: { messageId: string; eventId: string; userIds: readonly string[]; subject: string; text: string },
): Promise<void> {
  for (let at = 0; at < of.userIds.length; at += atOnce)
    await ctx.write(async (tx) => {
      const event = await findToldEvent(tx, of.eventId)
      if (!event) return
      const { rows } = await sql<{ userId: string; firstName: string; email: string; teamId: string }>`
        select distinct on (m.user_id) m.user_id, m.shown_first_name as first_name, m.email, m.team_id from memberships m
        where m.user_id = any(${of.userIds.slice(at, at + atOnce)}::uuid[]) and m.status = 'active' order by m.user_id, m.is_primary desc`.execute(
        tx,
      )
      const link = documentKinds.event.learner.one(of.eventId)
      for (const person of rows) {
        const { told } = await notifyMany(ctx, tx, {
          kind: 'eventMessage',
          atMost: 1,
          from: sql`
            select ${person.userId}::uuid as user_id, null::text as team_id, ${`eventMessage:${of.messageId}`}::text as key, ${link}::text as link,
              ${json({ eventId: of.eventId, title: event.title, subject: of.subject })}::jsonb as params`,
        })
        if (told > 0)
          await queueMail(ctx, tx, {
            kind: 'eventMessage',
            to: person.email,
            userId: person.userId,
            teamId: person.teamId,
            values: { name: person.firstName, title: event.title, subject: of.subject, text: of.text },
            path: link,
          })
      }
    })
}
