import { randomUUID } from 'node:crypto'
import { standardBadge } from '@learnt/contract/badge-picture'
import { json } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'
import type { GivenPerson } from './people.ts'

/** A badge with a rule that gives it, and an award of somebody. */
export async function givenAward(
  app: TestApp,
  tenant: { tenantId: TenantId },
  person: GivenPerson,
  { mark }: { mark: string },
): Promise<{ badgeId: string; ruleId: string; awardId: string }> {
  const [badgeId, versionId, ruleId, awardId] = [newId(), randomUUID(), newId(), randomUUID()]
  const now = app.services.clock.now()
  const made = { createdBy: person.userId, createdAt: now }
  const title = `${mark} badge`
  const texts = json({ en: `${mark} text`, de: '', ar: '' })
  await app.services.db.tenant(tenant.tenantId).write(async (tx) => {
    await tx
      .insertInto('badges')
      .values({ id: badgeId, title, versionId, ...made, updatedAt: now })
      .execute()
    await tx
      .insertInto('badgeVersions')
      .values({
        id: versionId,
        badgeId,
        number: 1,
        title,
        description: texts,
        criteria: texts,
        design: json(standardBadge),
        ...made,
      })
      .execute()
    await tx
      .insertInto('badgeRules')
      .values({
        id: ruleId,
        badgeId,
        title: `${mark} rule`,
        isActive: false,
        kind: 'points',
        amount: 1_000_000,
        repeats: 'once',
        revokes: true,
        appliedRevision: 1,
        triggerChangedAt: now,
        ...made,
        updatedAt: now,
      })
      .execute()
    // Each tenant numbers its awards separately.
    const before = await tx.selectFrom('badgeCounters').select('nextPosition').executeTakeFirst()
    const statusPosition = before?.nextPosition ?? 0
    await tx
      .insertInto('badgeAwards')
      .values({
        id: awardId,
        badgeId,
        versionId,
        userId: person.userId,
        causeKey: `hand:${awardId}`,
        kind: 'hand',
        holderName: `${mark} Learner`,
        awardedAt: now,
        statusPosition,
      })
      .execute()
    await (before
      ? tx.updateTable('badgeCounters').set({ nextPosition: statusPosition + 1 })
      : tx.insertInto('badgeCounters').values({ nextPosition: 1 })
    ).execute()
  })
  return { badgeId, ruleId, awardId }
}
