import { sql } from 'kysely'
import { insertMemberships } from '../src/features/members/commands/insert-memberships.ts'
import type { Ctx } from '../src/platform/context.ts'
import type { WriteTx } from '../src/platform/db/database.ts'
import { deterministicId } from '../src/platform/ids.ts'
import type { DemoPerson } from './shapes.ts'

/** A person's user id: the same in every seeding. */
export function userIdOf(key: string): string {
  return deterministicId('demo', 'user', key)
}

/** The user and, for the demo accounts, the password. */
export async function seedUsers(
  ctx: Ctx,
  people: readonly DemoPerson[],
  passwordHashOf: (person: DemoPerson) => string | null,
): Promise<void> {
  await ctx.services.db.control(async (tx) => {
    for (let i = 0; i < people.length; i += 100) {
      await Promise.all(
        people
          .slice(i, i + 100)
          .map((person) =>
            sql`select control.find_or_create_user(${userIdOf(person.key)}, ${person.email}, ${person.firstName}, ${person.lastName}, ${ctx.now})`.execute(
              tx,
            ),
          ),
      )
    }
    for (const person of people) {
      const hash = passwordHashOf(person)
      if (hash) await sql`select control.set_password(${userIdOf(person.key)}, ${hash}, ${ctx.now})`.execute(tx)
    }
  })
}

/** Preferred names of some people. */
const shortNames: Readonly<Record<string, string>> = { Oluwaseun: 'Seun', Thandiwe: 'Thandi' }

/** All memberships of the people, by the same command that administrators use. */
export async function seedMembers(ctx: Ctx, tx: WriteTx, people: readonly DemoPerson[]): Promise<void> {
  for (const person of people) {
    const userId = userIdOf(person.key)
    for (const membership of person.memberships) {
      const { attributes } = membership
      await insertMemberships(ctx, tx, [
        {
          userId,
          teamId: membership.teamId,
          firstName: person.firstName,
          lastName: person.lastName,
          preferredName: shortNames[person.firstName] ?? '',
          email: person.email,
          employeeId: person.employeeId,
          phone: person.phone,
          dob: person.dob,
          terminationDate: person.terminationDate ?? null,
          status: membership.status,
          roles: membership.roles,
          managers: membership.managers.map(userIdOf),
          position: attributes.position,
          tags: attributes.tags,
          loc1: attributes.loc1,
          loc2: attributes.loc2,
          loc3: attributes.loc3,
          div1: attributes.div1,
          div2: attributes.div2,
          custom1: attributes.custom1,
          custom2: attributes.custom2,
          hasLoggedIn: true,
        },
      ])
      await tx
        .updateTable('memberships')
        .set({
          createdAt: new Date(`${person.hireDate}T08:00:00Z`),
          firstSignedInAt: new Date(`${person.hireDate}T08:00:00Z`),
          ...(person.awaySince ? { awaySince: new Date(`${person.awaySince}T00:00:00Z`) } : {}),
        })
        .where('id', '=', `${userId}:${membership.teamId}`)
        .execute()
      if (membership.isDefault) await sql`select control.set_default_team(${userId}, ${membership.teamId})`.execute(tx)
    }
  }
}
