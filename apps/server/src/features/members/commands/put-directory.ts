import { sql } from 'kysely'
import { json, type WriteTx } from '../../../platform/db/database.ts'

/** A membership as the directory needs it. */
export interface DirectoryEntry {
  readonly userId: string
  readonly teamId: string
  readonly status: string
  readonly roles: readonly string[]
  readonly username: string
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
