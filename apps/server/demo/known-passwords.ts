import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../src/platform/context.ts'
import type { Database } from '../src/platform/db/database.ts'
import { hashPassword, verifyPassword } from '../src/platform/session/password.ts'
import type { Ground, Say } from '../src/start.ts'
import { companies } from './companies.ts'
import { userIdOf } from './seed-people.ts'

/** The password of the demo's accounts, where the address is loopback; elsewhere seeding makes random ones. */
export const demoPassword = 'Learnt-demo-1'

/** Nobody may sign in from another machine with a password that everybody knows. */
class KnownPasswordsRefused extends Error {
  override readonly name = 'KnownPasswordsRefused'
}

/**
 * For an installation that others can reach, whose data may have been seeded while it was local. Stops the ground and
 * throws while an account of the demonstration has the known password.
 */
export async function refuseKnownPasswords(ground: Pick<Ground, 'services' | 'stop'>): Promise<void> {
  const known = await listKnownAccounts(ground.services.db)
  if (known.length === 0) return
  await ground.stop()
  const [first, ...more] = known.map(({ name }) => name)
  throw new KnownPasswordsRefused(
    [
      `Others can reach this installation, and everybody knows the password of its demonstration: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}.`,
      'Give those accounts other passwords:   npm run seed -- --new-passwords',
      'or take the demonstration away:        npm run seed -- --remove',
    ].join('\n'),
  )
}

/** Replaces the known password by random ones, shows each once, and signs those accounts out. */
export async function giveNewPasswords({ db, clock }: Services, say: Say): Promise<void> {
  const known = await listKnownAccounts(db)
  say(
    known.length > 0
      ? 'Accounts of the demonstration, shown this once:'
      : 'No account has the known password of the demonstration.',
  )
  for (const { userId, name } of known) {
    const password = randomPassword()
    const hash = await hashPassword(password)
    await db.control((tx) =>
      sql`select from control.change_password(${userId}, ${hash}, ${clock.now()}, null)`.execute(tx),
    )
    say(`  ${name}   ${password}`)
  }
}

export function randomPassword(): string {
  return randomBytes(12).toString('base64url')
}

/** Accounts of the demonstration with the known password, in any tenant; `name` is the address. */
export async function listKnownAccounts(db: Database): Promise<{ userId: string; name: string }[]> {
  const keys = Object.entries(companies).flatMap(([tenantId, { accounts }]) =>
    accounts.map(({ role }) => `${role}@${tenantId}.example`),
  )
  // By id, because an address can change; by address, because somebody may have had it before.
  const { rows } = await db.control((tx) =>
    sql<{ userId: string; email: string | null; passwordHash: string }>`
      select who.user_id, a.email, a.password_hash
      from (select unnest(${keys.map(userIdOf)}::uuid[]) as user_id
            union select f.user_id from unnest(${keys}::text[]) address cross join lateral control.find_account(address, null) f) who
      cross join lateral control.account_of(who.user_id) a
      where a.password_hash is not null order by a.email`.execute(tx),
  )
  // Seeding gives all accounts one hash, so only one has to be computed here.
  const known = new Map<string, boolean>()
  for (const { passwordHash } of rows)
    if (!known.has(passwordHash)) known.set(passwordHash, await verifyPassword(demoPassword, passwordHash))
  return rows
    .filter(({ passwordHash }) => known.get(passwordHash))
    .map(({ userId, email }) => ({ userId, name: email ?? userId }))
}
