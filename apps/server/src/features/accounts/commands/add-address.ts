import { mostAddresses } from '@learnt/contract/accounts'
import { placeholderAddress } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { wrongState } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { takeRequest } from '../../../platform/session/lock-out.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { refuseAddress } from '../policy.ts'
import { findOwner, type OwnAddress, readAddresses, readOwnAccount } from '../queries.ts'
import { mailLink, makeLink } from './mail-link.ts'
import { giveMemberships } from './move-memberships.ts'
import { refuseBlocked } from './refuse.ts'

/**
 * Mails a link that adds an address to the signed-in person's account. An address with another owner gets the same
 * answer; its mail says that nothing was added.
 */
export async function addAddress(ctx: Ctx, email: string): Promise<void> {
  const { actor, services, now } = ctx
  if (email.endsWith(placeholderAddress(''))) throw invalid({ 'body.email': 'email' })
  const asked = { what: 'addEmail', tenantId: actor.tenantId, account: actor.userId, address: ctx.address }
  refuseBlocked(await takeRequest(services.db, asked, now), now, 'body.email', 'accounts.tooManyLinks')
  await ctx.write(async (tx) => {
    const [account, own, owner, settings] = await Promise.all([
      readOwnAccount(tx, actor.userId),
      readAddresses(tx, actor.userId, now),
      findOwner(tx, email),
      sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
    ])
    const refusal = refuseAddress(account) ?? (isFull(own, email) ? wrongState('tooManyAddresses') : null)
    if (refusal) throw new ProblemError('wrong-state', { detail: `reason.${refusal.reason}` })
    if (own.some((one) => one.address === email && !isOpen(one))) throw invalid({ 'body.email': 'ownAddress' })
    if (owner?.isHere && readTenantConfig(settings.rows[0]?.settings).explicitWording)
      throw invalid({ 'body.email': 'emailTaken' })
    await sql`select control.drop_waiting_address(${actor.userId}, ${email}, ${now})`.execute(tx)
    const link = { kind: 'addEmail', email, userId: actor.userId, teamId: actor.teamId, locale: ctx.locale } as const
    if (owner === null) return mailLink(ctx, tx, { ...link, words: 'addAddress', reason: 'asked' })
    // The row says that one waits, as for every other address; nobody gets its code.
    await makeLink(ctx, tx, link)
    await queueMail(ctx, tx, {
      kind: 'addressInUse',
      to: email,
      userId: null,
      teamId: actor.teamId,
      locale: ctx.locale,
      reason: 'asked',
    })
  })
}

/** The account's owner opened the link that was mailed to this address, so the address is theirs now. */
export async function takeAddress(ctx: Ctx, tx: WriteTx, email: string): Promise<void> {
  const { userId, teamId, membershipId } = ctx.actor
  const former = await readOwnAccount(tx, userId)
  const { rows } = await sql<{ became: 'primary' | 'additional' | null }>`
    select control.add_address(${userId}, ${email}, ${ctx.now}) as became`.execute(tx)
  const became = rows[0]?.became ?? null
  // Somebody else has taken it in the meantime.
  if (became === null) throw new ProblemError('conflict', { detail: 'validation.emailTaken' })
  if (became === 'primary') await giveMemberships(ctx, tx, '', email)
  const person = await tx
    .selectFrom('memberships')
    .select('shownFirstName as firstName')
    .where('id', '=', membershipId)
    .executeTakeFirst()
  await audit(ctx, tx, {
    action: 'accounts.addAddress',
    subjectType: 'user',
    subjectId: userId,
    after: { email },
  })
  if (former.email === null) return
  await queueMail(ctx, tx, {
    kind: 'addressAdded',
    to: former.email,
    userId,
    teamId,
    values: { name: person?.firstName ?? '', email },
    path: '/pages/profile',
  })
}

function isOpen({ state }: OwnAddress): boolean {
  return state === 'waiting' || state === 'expired'
}

function isFull(own: readonly OwnAddress[], email: string): boolean {
  const further = own.filter(({ address, state }) => address !== email && (state === 'proved' || state === 'waiting'))
  return further.length >= mostAddresses
}
