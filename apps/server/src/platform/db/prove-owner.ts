import type pg from 'pg'

/** Why the owner's role cannot be used, in a sentence for the operator with the statement that mends it. */
export class OwnerRefused extends Error {
  override readonly name = 'OwnerRefused'
}

interface OwnerFacts {
  readonly role: string
  readonly bypasses: boolean
  readonly isNew: boolean
  /** Null: there is no learnt_relay yet. */
  readonly mayBecome: boolean | null
  readonly inherits: boolean | null
}

/** How much of the owner's role is checked: that row security binds it; also what it may inherit; or `all`. */
export type OwnerDemand = 'bound' | 'inheriting' | 'all'

/**
 * What is wrong with the role of DATABASE_ADMIN_URL; null: nothing. Row security must bind it, since commands about one
 * tenant run as it. It must not inherit learnt_relay, which reads every tenant, and must be able to become it. Before the
 * migrations only the first is asked: they set the others right where they may.
 */
export async function findOwnerFault(client: pg.ClientBase, demand: OwnerDemand = 'all'): Promise<string | null> {
  const { rows } = await client.query<OwnerFacts>(`
    select current_user::text as role, rolsuper or rolbypassrls as bypasses,
      current_setting('server_version_num')::int >= 160000 as "isNew",
      -- before PostgreSQL 16 every member may become the role
      case when to_regrole('learnt_relay') is null then null
           when current_setting('server_version_num')::int >= 160000 then pg_has_role(current_user, to_regrole('learnt_relay'), 'SET')
           else pg_has_role(current_user, to_regrole('learnt_relay'), 'MEMBER') end as "mayBecome",
      case when to_regrole('learnt_relay') is null then null
           else pg_has_role(current_user, to_regrole('learnt_relay'), 'USAGE') end as inherits
    from pg_roles where rolname = current_user`)
  const facts = rows[0]
  if (!facts) return null
  const { role, bypasses, isNew, mayBecome, inherits } = facts
  const asRole = `"${role.replaceAll('"', '""')}"`
  if (bypasses)
    return (
      `DATABASE_ADMIN_URL connects as ${role}, which is a superuser or has BYPASSRLS, so nothing would keep a command about one tenant from another. ` +
      `Make a role that owns the database: create role learnt_owner login noinherit createrole password '...'; alter database learnt owner to learnt_owner`
    )
  if (mayBecome === null || demand === 'bound') return null
  const mend = isNew
    ? `grant learnt_relay to ${asRole} with inherit false, set true`
    : `grant learnt_relay to ${asRole}; alter schema public owner to ${asRole}; alter role ${asRole} noinherit`
  if (inherits)
    return `${role} of DATABASE_ADMIN_URL inherits learnt_relay, which reads every tenant. As a superuser run: ${mend}`
  if (!mayBecome && demand === 'all')
    return `${role} of DATABASE_ADMIN_URL may not become learnt_relay, so no background work would be done. As a superuser run: ${mend}`
  return null
}

/** @throws OwnerRefused */
export async function proveOwner(client: pg.ClientBase, demand?: OwnerDemand): Promise<void> {
  const fault = await findOwnerFault(client, demand)
  if (fault !== null) throw new OwnerRefused(fault)
}
