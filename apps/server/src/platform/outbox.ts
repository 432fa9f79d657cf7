import type { LiveTopic } from '@learnt/contract/live'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './context.ts'
import { json, type WriteTx } from './db/database.ts'
import { newId } from './ids.ts'

/** Leaves work for the worker in the transaction that makes it necessary: it happens if and only if that commits. */
export async function enqueue(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  task: string,
  payload: Record<string, unknown>,
  runAt: Date = ctx.now,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({ id: newId(), task, payload: json(payload), runAt, createdAt: ctx.now })
    .execute()
}

interface LiveEvent {
  readonly topic: LiveTopic
  readonly userId: string | null
  readonly kind: string
  readonly id: string
}

/**
 * Tells the browsers that something changed: ids only, they ask again for what they show.
 * `userId` null: everybody who may subscribe to the topic.
 */
export async function announce(ctx: Pick<Ctx, 'now'>, tx: WriteTx, event: LiveEvent): Promise<void> {
  await announceMany(ctx, tx, [event])
}

/** The same of many changes: one statement for all of them. */
export async function announceMany(ctx: Pick<Ctx, 'now'>, tx: WriteTx, events: readonly LiveEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('liveEvents')
    .values(
      events.map(({ id, topic, userId, kind }) => ({ id: newId(), topic, userId, kind, subjectId: id, at: ctx.now })),
    )
    .execute()
}

/** The same as a CTE, where a statement is written anyway. */
export function announcedBeside(ctx: Pick<Ctx, 'now'>, event: LiveEvent): RawBuilder<unknown> {
  return sql`announced as (
    insert into live_events (id, topic, user_id, kind, subject_id, at)
    values (${newId()}, ${event.topic}, ${event.userId}, ${event.kind}, ${event.id}, ${ctx.now}))`
}
