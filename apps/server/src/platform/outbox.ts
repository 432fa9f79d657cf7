import type { LiveTopic } from '@learnt/contract/live'
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

/**
 * Tells the browsers that something changed: ids only, they ask again for what they show.
 * `userId` null: everybody who may subscribe to the topic.
 */
export async function announce(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  event: { topic: LiveTopic; userId: string | null; kind: string; id: string },
): Promise<void> {
  await tx
    .insertInto('liveEvents')
    .values({
      id: newId(),
      topic: event.topic,
      userId: event.userId,
      kind: event.kind,
      subjectId: event.id,
      at: ctx.now,
    })
    .execute()
}
