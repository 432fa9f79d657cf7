import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { notify } from '../../../platform/notify.ts'

/** All are about the account: nobody reads them while acting as the person. */
export const factorMails = [
  'authenticatorAdded',
  'authenticatorRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
  'factorsReset',
  'passkeysReset',
] as const
export type FactorMail = (typeof factorMails)[number]

/**
 * Tells the owner at once when somebody changes how their account is entered: in the notification centre, and at the
 * address by which they sign in.
 */
export async function tellAboutFactors(
  ctx: Ctx,
  tx: WriteTx,
  kind: FactorMail,
  values: Readonly<Record<string, string | number>> = {},
  of: { userId: string; teamId: string } = ctx.actor,
): Promise<void> {
  const [accounts, person] = await Promise.all([
    sql<{ email: string | null }>`select email from control.account_of(${of.userId})`.execute(tx),
    tx
      .selectFrom('memberships')
      .select(['shownFirstName as firstName', 'email'])
      .where('id', '=', `${of.userId}:${of.teamId}`)
      .executeTakeFirst(),
  ])
  await notify(ctx, tx, {
    kind,
    userId: of.userId,
    key: `${kind}:${newId()}`,
    params: values as never,
    link: '/pages/profile',
  })
  await queueMail(ctx, tx, {
    kind,
    to: accounts.rows[0]?.email || (person?.email ?? ''),
    userId: of.userId,
    teamId: of.teamId,
    values: { ...values, name: person?.firstName ?? '' },
    path: '/pages/profile',
  })
}
