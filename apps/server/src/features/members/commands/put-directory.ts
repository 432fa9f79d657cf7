import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { announceMany } from '../../../platform/outbox.ts'

/** A membership as the directory needs it. */
interface DirectoryEntry {
  readonly userId: string
  readonly teamId: string
  readonly status: string
  readonly roles: readonly string[]
  readonly username: string
}

/** Brings the directory up to what these memberships say; browsers of sessions that ended with that are told. */
export async function putDirectory(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  entries: readonly DirectoryEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const told = entries.map(({ userId, teamId, status, roles, username }) => ({
    ...{ user_id: userId, team_id: teamId },
    ...{ status, roles, username },
  }))
  const { rows } = await sql<{ sessionId: string; userId: string }>`
    select * from control.put_directory_many(${json(told)}, ${ctx.now})`.execute(tx)
  await announceEnded(ctx, tx, rows)
}

/** Tells the browsers of sessions that ended. */
export async function announceEnded(
  ctx: Pick<Ctx, 'now'>,
  tx: WriteTx,
  sessions: readonly { sessionId: string; userId: string }[],
): Promise<void> {
  await announceMany(
    ctx,
    tx,
    sessions.map(({ sessionId, userId }) => ({ topic: 'me', userId, kind: 'signedOut', id: sessionId })),
  )
}
