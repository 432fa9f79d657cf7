import type { Locale } from '@learnt/contract/locales'
import { type RawBuilder, sql } from 'kysely'
import type { Impersonator } from '../actor.ts'
import type { ReadTx } from '../db/database.ts'

/** Who asked for a job, as its row keeps it. */
export interface StoredActor {
  readonly userId: string
  readonly teamId: string
  readonly locale: Locale
  /** Whether they saw the whole tenant then; rows of before that was kept do not say. */
  readonly wholeTenant?: boolean
  /** Who acted as them when the job was begun. */
  readonly impersonator?: Impersonator | null
}

export interface JobRights {
  /** The author's, as they are now; null: their membership is not active. */
  readonly authorRoles: string[] | null
  /** Whether the administrator who acted as the author may still do so; true for a job begun in one's own name. */
  readonly mayAct: boolean
}

export async function findJobRights(tx: ReadTx, author: StoredActor): Promise<JobRights> {
  return tx.selectNoFrom([authorRoles(author).as('authorRoles'), mayAct(author).as('mayAct')]).executeTakeFirstOrThrow()
}

export function authorRoles({ userId, teamId }: StoredActor): RawBuilder<string[] | null> {
  return sql<string[] | null>`
    (select author.roles from memberships author where author.id = ${`${userId}:${teamId}`} and author.status = 'active')`
}

/** The same question as `control.may_act`, but for its hour: what was begun within it may end after it. */
export function mayAct({ userId, teamId, impersonator }: StoredActor): RawBuilder<boolean> {
  if (!impersonator) return sql<boolean>`true`
  return sql<boolean>`
    exists (
      select from memberships own
       where own.id = ${`${impersonator.userId}:${impersonator.teamId}`}
         and own.status = 'active' and own.roles && array['admin', 'superadmin']
         and ('superadmin' = any (own.roles)
              or not exists (select from memberships one where one.user_id = ${userId} and 'superadmin' = any (one.roles)))
         and (own.team_id = ${teamId} or own.team_id = own.tenant_id or 'superadmin' = any (own.roles)))`
}
