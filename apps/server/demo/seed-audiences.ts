import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import { type DemoAudience, demoAudiences } from './audiences.ts'
import { matches } from './permissions.ts'
import { idOf } from './seed-content.ts'
import { userIdOf } from './seed-people.ts'
import type { DemoPermission, DemoPerson } from './shapes.ts'

/** The saved audiences of a tenant; for a list, the people on it. */
export async function seedAudiences(ctx: Ctx, tx: WriteTx, people: readonly DemoPerson[], at: Date): Promise<void> {
  const { tenantId, userId } = ctx.actor
  for (const audience of demoAudiences.filter((one) => one.tenantId === tenantId)) {
    const id = audienceIdOf(audience)
    const isRule = audience.kind === 'rule'
    await tx
      .insertInto('audiences')
      .values({
        id,
        title: audience.title,
        kind: audience.kind,
        ...(isRule
          ? {
              rule: json({ rule: audience.rule, groups: [], everyone: false }),
              fields: Object.keys(audience.rule),
            }
          : {}),
        updatedBy: userId,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    if (isRule) continue
    const listed = people
      .filter((person) => person.memberships.some((one) => matches(audience.rule, one.attributes)))
      .slice(0, audience.size)
    await tx
      .insertInto('audiencePeople')
      .values(
        listed.map((person) => ({
          audienceId: id,
          userId: userIdOf(person.key),
          addedBy: userId,
          addedAt: at,
        })),
      )
      .execute()
  }
}

/** A permission's rule as stored: the audience, if one stands for it. */
export function storedRuleOf(permission: DemoPermission) {
  const audience = demoAudiences.find(
    (one) => one.tenantId === permission.tenantId && one.usedFor.includes(permission.courseSlug),
  )
  const fields = audience ? [] : Object.keys(permission.rule)
  const audiences = audience ? [audienceIdOf(audience)] : []
  const rule = audience ? {} : permission.rule
  const everyone = Object.keys(permission.rule).length === 0
  return { rule: json({ rule, groups: [], everyone, audiences }), fields, audienceIds: audiences }
}

function audienceIdOf(audience: DemoAudience): string {
  return idOf(audience.tenantId, 'audience', audience.key)
}
