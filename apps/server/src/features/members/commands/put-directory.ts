import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { announceEnded } from './keep-in-step.ts'

/** A membership as the directory needs it. */
export interface DirectoryEntry {
  readonly userId: string
  readonly teamId: string
  readonly status: string
  readonly roles: readonly string[]
  readonly username: string
}

/** Brings the directory up to what a membership says; browsers of sessions that ended with that are told. */
export async function putDirectory(ctx: Pick<Ctx, 'now'>, tx: WriteTx, entry: DirectoryEntry): Promise<void> {
  const { userId, teamId, status, roles, username } = entry
  const { rows } = await sql<{ sessionId: string }>`
    select session_id from control.put_directory(${userId}, ${teamId}, ${status}, ${[...roles]}, ${username}, ${ctx.now}) as session_id`.execute(
    tx,
  )
  await announceEnded(
    ctx,
    tx,
    rows.map((row) => ({ ...row, userId })),
  )
}

/** Brings the directory up to what these memberships say; answers the sessions that ended with that. */
export async function putDirectoryMany(
  tx: WriteTx,
  entries: readonly DirectoryEntry[],
  now: Date,
): Promise<{ sessionId: string; userId: string }[]> {
  const told = entries.map(({ userId, teamId, ...rest }) => ({ user_id: userId, team_id: teamId, ...rest }))
  const { rows } = await sql<{
    sessionId: string
    userId: string
  }>`select * from control.put_directory_many(${json(told)}, ${now})`.execute(tx)
  return rows
}
