import { createHash } from 'node:crypto'
import { calendarKinds } from '@learnt/contract/calendar'
import { findLocale } from '@learnt/contract/locales'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import { makeToken } from '../../../platform/session/token.ts'
import { mintTenantId, type TenantId } from '../../../platform/tenant-id.ts'
import { translatorFor } from '../../../platform/translate.ts'
import { presentFeed } from '../present.ts'
import { findOpenFeed } from '../queries/find-feed.ts'
import { readEntries } from '../queries/list-entries.ts'

const day = 86_400_000
/** How far a feed looks back and ahead. */
const [daysBack, daysAhead] = [366, 5 * 366]
const mostFeedEntries = 5000
/** A feed that is read every few minutes is noted once in this time. */
const noteEvery = 3_600_000

/** Makes a new address; the earlier one stops working. */
export async function createFeed(ctx: Ctx): Promise<string> {
  const { userId, tenantId } = ctx.actor
  const token = makeFeedToken(ctx.services, tenantId)
  const values = { tokenHash: hashFeedToken(token), createdAt: ctx.now, readAt: null }
  await ctx.write(async (tx) => {
    await tx
      .insertInto('calendarFeeds')
      .values({ userId, ...values })
      .onConflict((conflict) => conflict.columns(['tenantId', 'userId']).doUpdateSet(values))
      .execute()
    await audit(ctx, tx, { action: 'calendar.createFeed', subjectType: 'user', subjectId: userId })
  })
  return token
}

export async function revokeFeed(ctx: Ctx): Promise<void> {
  const { userId } = ctx.actor
  await ctx.write(async (tx) => {
    const gone = await tx
      .deleteFrom('calendarFeeds')
      .where('userId', '=', userId)
      .returning('userId')
      .executeTakeFirst()
    if (gone) await audit(ctx, tx, { action: 'calendar.revokeFeed', subjectType: 'user', subjectId: userId })
  })
}

/** Ends somebody's feeds in these tenants, along with their sessions or by a new password. What another tenant logs is its own. */
export async function endFeeds(ctx: Ctx, userId: string, tenantIds: readonly string[]): Promise<void> {
  for (const tenantId of [...new Set(tenantIds)].map(mintTenantId)) {
    const isHere = tenantId === ctx.actor.tenantId
    const write = isHere ? ctx.write : ctx.services.db.tenant(tenantId).write
    await write(async (tx) => {
      const gone = await tx.deleteFrom('calendarFeeds').where('userId', '=', userId).returning('userId').execute()
      if (gone.length > 0 && isHere)
        await audit(ctx, tx, { action: 'calendar.revokeFeed', subjectType: 'user', subjectId: userId })
    })
  }
}

/** The file behind a feed's address; null: the address does not work, or no longer. */
export async function readFeed(services: Services, token: string): Promise<{ body: string; etag: string } | null> {
  const tenantId = tenantOfToken(services, token)
  if (!tenantId) return null
  const db = services.db.tenant(tenantId)
  const tokenHash = hashFeedToken(token)
  const feed = await db.read((tx) => findOpenFeed(tx, tokenHash))
  if (!feed) return null
  const now = services.clock.now()
  const { items } = await db.read((tx) =>
    readEntries(tx, calendarKinds, {
      userId: feed.userId,
      now,
      from: new Date(now.getTime() - daysBack * day),
      to: new Date(now.getTime() + daysAhead * day),
      limit: mostFeedEntries,
    }),
  )
  if (!feed.readAt || now.getTime() - feed.readAt.getTime() > noteEvery)
    await db.write((tx) =>
      tx.updateTable('calendarFeeds').set({ readAt: now }).where('tokenHash', '=', tokenHash).execute(),
    )
  const t = translatorFor(findLocale(feed.locale) ?? 'en')
  const body = presentFeed(items, { t, publicUrl: services.settings.publicUrl, stamp: feed.createdAt })
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` }
}

/** Signed, so that the tenant in it is proved before anything is read there. */
function makeFeedToken({ secrets }: Services, tenantId: TenantId): string {
  const body = `${tenantId}.${makeToken()}`
  return `${body}.${secrets.sign('feeds', body)}`
}

function tenantOfToken({ secrets }: Services, token: string): TenantId | null {
  const [tenant = '', secret = '', signature = ''] = token.split('.')
  return secrets.verify(signature, 'feeds', `${tenant}.${secret}`) ? mintTenantId(tenant) : null
}

function hashFeedToken(token: string): Buffer {
  return createHash('sha256').update(`feed:${token}`).digest()
}
