import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import { defaultTeamId, defaultTenantId, isEmail } from '@learnt/contract/measures'
import type { Me, session } from '@learnt/contract/session'
import { tidyAddress } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { hashPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword } from '../../../platform/session/password-rules.ts'
import { hashToken, makeToken } from '../../../platform/session/token.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { translatorFor } from '../../../platform/translate.ts'
import { findTeam } from '../../teams/queries.ts'
import { addAdministrator, ensureTenant } from '../../tenants/commands/create-tenant.ts'
import { presentMe } from '../present.ts'
import { findAccount, isFirstRunOpen } from '../queries.ts'
import { greet } from './greet.ts'
import { openSession } from './open-session.ts'

/**
 * Lines for the terminal at start, with a link that makes the first superadministrator; none when there is one. Each
 * start offers a fresh link, and the one before is void.
 */
export async function offerFirstRun(services: Services): Promise<string[]> {
  const code = makeToken()
  const { rows } = await services.db.control((tx) =>
    sql<{ offered: boolean }>`select control.offer_first_run(${hashToken(code)}) as offered`.execute(tx),
  )
  if (!rows[0]?.offered) return []
  return [translatorFor('en')('firstRun.offer'), `  ${services.settings.publicUrl}/first-run/${code}`]
}

type Body = HandlerInput<typeof session.createFirstAdministrator>['body']

/** Uses the link up, makes the default tenant when it is missing, its superadministrator, and signs them in: all or nothing. */
export async function createFirstAdministrator(
  call: PublicCall,
  code: string,
  body: Body,
): Promise<Presented<typeof Me>> {
  const { services, now } = call
  const codeHash = hashToken(code)
  if (!(await isFirstRunOpen(services.db, codeHash))) throw notFound()
  const email = tidyAddress(body.email)
  if (!isEmail(email)) throw invalid({ 'body.email': 'email' })
  refuseWeakPassword(
    readTenantConfig({}).passwordRules,
    body.password,
    [body.firstName, body.lastName, email],
    'body.password',
    call.t,
  )
  // The link gives a right that nobody has yet; it is no way into an account that is somebody's.
  if ((await findAccount(services.db, email, defaultTenantId)) !== null) throw invalid({ 'body.email': 'emailTaken' })

  const passwordHash = await hashPassword(body.password)
  const userId = newPersonId()
  const person = { ...body, email, userId, passwordHash, roles: ['superadmin'] as const }
  const { ctx, result } = await openSession(
    call,
    {
      userId,
      tenantId: defaultTenantId,
      teamId: defaultTeamId,
      roles: person.roles,
      provenBy: 'password',
      persists: false,
    },
    async (inside, tx) => {
      const { rows } = await sql<{ used: boolean }>`select control.use_first_run(${codeHash}, ${now}) as used`.execute(
        tx,
      )
      if (!rows[0]?.used) throw notFound()
      await ensureTenant(inside, tx, { id: defaultTenantId, name: 'Learnt' })
      await addAdministrator(inside, tx, { tenantId: defaultTenantId, teamId: defaultTeamId, person })
      // The link stood where the operator alone reads: nobody else has chosen this password, or typed this address.
      await sql`select control.take_over_unproved(${userId}, ${email}), control.prove_address(${userId}, ${email}, ${now})`.execute(
        tx,
      )
      const [me, team] = await Promise.all([
        greet(inside, tx, `${userId}:${defaultTeamId}`),
        findTeam(tx, defaultTeamId),
      ])
      if (me === null) throw notFound()
      return { me, sideNavigation: team?.sideNavigation ?? null }
    },
  )
  return presentMe(ctx.actor, result.me, { sideNavigation: result.sideNavigation, sessionStartedAt: now })
}
