import type { AuditAction } from '@learnt/contract/audit-actions'
import type { NewPasskey } from '@learnt/contract/factors'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { findAuthenticator, findCredentials, findStanding, listPasskeys } from '../queries.ts'
import { endOthers, tellElsewhere } from './end-others.ts'
import { checkNewPasskey, type Here, type Occasion } from './passkeys.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { tellAboutFactors } from './tell-person.ts'
import { keyAddress, makeKey, stepOfCode } from './time-codes.ts'

/** A key that nobody confirms is forgotten. */
const pendingMs = 10 * 60_000

/** Done in the transaction in which the factor is kept. */
type Also = (tx: WriteTx) => Promise<void>

/** A fresh key for an authenticator app: it counts from its first right code on. */
export async function beginAuthenticator(
  ctx: Pick<Ctx, 'services' | 'now'>,
  of: { userId: string; issuer: string; account: string },
): Promise<{ address: string; key: string }> {
  const key = makeKey()
  const sealed = ctx.services.secrets.seal(key, 'authenticator', of.userId)
  const until = new Date(ctx.now.getTime() + pendingMs)
  await ctx.services.db.control((tx) =>
    sql`select control.begin_authenticator(${of.userId}, ${sealed}, ${until})`.execute(tx),
  )
  return { address: keyAddress(key, of), key: key.replace(/(.{4})(?=.)/g, '$1 ') }
}

/** Confirms it by a code. `isOwn` as below. Answers fresh recovery codes where there are none yet that are as much the person's. */
export async function addAuthenticator(
  ctx: Ctx,
  code: string,
  { isOwn }: { readonly isOwn: boolean },
  also?: Also,
): Promise<string[] | null> {
  const { userId } = ctx.actor
  const stored = await findAuthenticator(ctx.services.db, userId)
  const sealed = stored?.pendingSecret ?? null
  if (sealed === null || (stored?.pendingUntil ?? ctx.now) <= ctx.now)
    throw new ProblemError('wrong-state', { detail: 'factors.setUpOver' })
  const key = ctx.services.secrets.unseal(sealed, 'authenticator', userId)
  const step = key === null ? null : stepOfCode(key, code, ctx.now)
  if (step === null) throw invalid({ 'body.code': 'wrongCode' })
  const fresh = await freshCodes(ctx, isOwn)
  const elsewhere = await ctx.write(async (tx) => {
    const { rows } = await sql<{
      confirmed: boolean
    }>`select control.confirm_authenticator(${userId}, ${sealed}, ${step}, ${ctx.now}) as confirmed`.execute(tx)
    if (!rows[0]?.confirmed) throw new ProblemError('wrong-state', { detail: 'factors.setUpOver' })
    await keep(ctx, tx, { action: 'factors.addAuthenticator', factor: 'authenticator', fresh })
    await tellAboutFactors(ctx, tx, 'authenticatorAdded')
    await also?.(tx)
    return endOthers(ctx, tx, { onlyHere: !isOwn })
  })
  await tellElsewhere(ctx, elsewhere)
  return fresh
}

/**
 * Stores a passkey that the browser made for us. Without `isOwn`, only this tenant vouches: the passkey opens this one
 * alone, and recovery codes, which know no tenant, come only if the person is in no other (`isAlone`).
 */
export async function addPasskey(
  ctx: Ctx,
  here: Here,
  of: Occasion,
  body: { name: string; passkey: NewPasskey; isOwn: boolean; isAlone?: boolean },
  also?: Also,
): Promise<string[] | null> {
  const { userId } = ctx.actor
  const made = await checkNewPasskey(here, of, body.passkey)
  if (made === null) throw invalid({ 'body.passkey': 'wrongPasskey' })
  const fresh = body.isOwn || body.isAlone !== false ? await freshCodes(ctx, body.isOwn) : null
  const elsewhere = await ctx.write(async (tx) => {
    const { rows } = await sql<{ added: boolean }>`
      select control.add_passkey(${newId()}, ${userId}, ${made.credentialId}, ${made.publicKey}, ${made.host}, ${body.name},
        ${made.transports}::text[], ${made.isSynced}, ${made.counter}, ${ctx.now}, ${body.isOwn ? null : ctx.actor.tenantId}) as added`.execute(
      tx,
    )
    if (!rows[0]?.added) throw new ProblemError('conflict', { detail: 'factors.notAdded' })
    await keep(ctx, tx, {
      action: 'factors.addPasskey',
      factor: 'passkey',
      fresh,
      after: { name: body.name, host: made.host },
    })
    await tellAboutFactors(ctx, tx, 'passkeyAdded', { passkey: body.name })
    await also?.(tx)
    return endOthers(ctx, tx, { onlyHere: !body.isOwn })
  })
  await tellElsewhere(ctx, elsewhere)
  return fresh
}

/** Ten others in place of those that there are. */
export async function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const codes = makeRecoveryCodes()
  await ctx.write(async (tx) => {
    await putCodes(ctx, tx, codes)
    await audit(ctx, tx, { action: 'factors.makeRecoveryCodes', subjectType: 'user', subjectId: ctx.actor.userId })
    await tellAboutFactors(ctx, tx, 'recoveryCodesMade')
  })
  return codes
}

/** Codes that came with what was set up on a tenant's word are not kept beside the person's first own factor. */
async function freshCodes(ctx: Ctx, isOwn: boolean): Promise<string[] | null> {
  const { db } = ctx.services
  const [{ codesLeft, hasAuthenticator }, passkeys] = await Promise.all([
    findStanding(db, ctx.actor, ctx.now),
    listPasskeys(db, ctx.actor.userId),
  ])
  const isFirstOwn = isOwn && !hasAuthenticator && passkeys.every((one) => one.setInTenant !== null)
  return codesLeft > 0 && !isFirstOwn ? null : makeRecoveryCodes()
}

/** What every first or further factor leaves: codes, the audit's line, and a session that has shown it. */
async function keep(
  ctx: Ctx,
  tx: WriteTx,
  of: { action: AuditAction; factor: 'authenticator' | 'passkey'; fresh: readonly string[] | null; after?: object },
): Promise<void> {
  const { userId, sessionId } = ctx.actor
  await Promise.all([
    of.fresh === null ? null : putCodes(ctx, tx, of.fresh),
    sessionId === null ? null : sql`select control.note_factor(${sessionId}, ${userId}, ${of.factor})`.execute(tx),
    audit(ctx, tx, {
      action: of.action,
      subjectType: 'user',
      subjectId: userId,
      ...(of.after ? { after: of.after } : {}),
    }),
  ])
}

async function putCodes(ctx: Ctx, tx: WriteTx, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashRecoveryCode(ctx.actor.userId, code))
  await sql`select control.put_recovery_codes(${ctx.actor.userId}, ${hashes}::bytea[], ${ctx.now})`.execute(tx)
}

/** The name that an authenticator app or a passkey shows beside the team's. */
export async function nameOfAccount(ctx: Ctx): Promise<{ account: string; name: string }> {
  const [credentials, person] = await Promise.all([
    findCredentials(ctx.services.db, ctx.actor.userId),
    ctx.read((tx) =>
      tx
        .selectFrom('memberships')
        .select(['shownFirstName as firstName', 'lastName', 'username'])
        .where('id', '=', ctx.actor.membershipId)
        .executeTakeFirst(),
    ),
  ])
  const name = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim()
  return { account: credentials.email || person?.username || name, name }
}
