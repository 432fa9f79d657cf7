import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

/** A reward that somebody has ordered, one that nobody has, and the order. */
export async function givenRewards(
  app: TestApp,
  tenant: { tenantId: TenantId },
  person: GivenPerson,
  mark: string,
): Promise<{ rewardId: string; spareRewardId: string; orderId: string }> {
  const [rewardId, spareRewardId, orderId] = [newId(), newId(), newId()]
  const now = app.services.clock.now()
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .insertInto('rewards')
      .values(
        [rewardId, spareRewardId].map((id) => ({
          id,
          title: `${mark} reward`,
          cost: 1,
          approval: 'none' as const,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .execute()
    await tx
      .insertInto('rewardOrders')
      .values({
        id: orderId,
        rewardId,
        membershipId: person.membershipId,
        userId: person.userId,
        title: `${mark} reward`,
        cost: 1,
        state: 'ordered',
        orderedAt: now,
      })
      .execute()
  })
  return { rewardId, spareRewardId, orderId }
}
