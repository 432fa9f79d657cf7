import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { linkMinutes } from '../../../platform/mail/send-mail.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { teamAddress } from '../../../platform/tenant/team-address.ts'
import { findTeam } from '../../teams/queries.ts'
import { findResettableAnywhere } from '../queries.ts'
import { makeLink } from './mail-link.ts'

export interface ResetLink {
  readonly address: string
  readonly email: string
  readonly tenantId: string
  readonly minutes: number
}

/** For the command line: a link by which the person sets a new password, once. Null if no account has the address. */
export async function makeResetLink(services: Services, typed: string): Promise<ResetLink | null> {
  const found = await findResettableAnywhere(services.db, typed)
  if (found === null) return null
  const { userId, email, teamId, tenantId } = found
  const ctx = systemContext(services, tenantId, { requestId: 'cli' })
  const code = makeToken()
  const mainDomain = await ctx.write(async (tx) => {
    const link = await makeLink(ctx, tx, { kind: 'resetPassword', userId, teamId, email })
    const [team] = await Promise.all([
      findTeam(tx, teamId),
      sql`select control.arm_account_link(${link}, ${hashToken(code)}, ${ctx.now}, ${`${linkMinutes} minutes`}::interval)`.execute(
        tx,
      ),
      audit(ctx, tx, { action: 'accounts.makeResetLink', subjectType: 'user', subjectId: userId }),
    ])
    return team?.mainDomain ?? ''
  })
  const address = `${teamAddress(services.settings, mainDomain)}/change-password?code=${code}`
  return { address, email, tenantId, minutes: linkMinutes }
}
