import type { Presented } from '@learnt/contract/endpoint'
import { linkingMinutes } from '@learnt/contract/provider-kinds'
import type { Return } from '@learnt/contract/providers'
import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { newId } from '../../../platform/ids.ts'
import type { Attempt } from '../../../platform/session/lock-out.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { refuseRegistration } from '../../accounts/policy.ts'
import { enter } from '../../sessions/commands/enter.ts'
import { listOwnMemberships } from '../../sessions/queries.ts'
import type { TeamView } from '../../teams/queries.ts'
import { type Asserted, findIdentity, keepWaiting, type StoredProvider } from '../queries.ts'
import { markBrowser } from './browser.ts'
import { complaint } from './refuse.ts'

export interface Arrival {
  readonly team: TeamView
  readonly provider: StoredProvider
  readonly asserted: Asserted
  readonly method: AuthMethod
  readonly persists: boolean
  readonly returnUrl: string
  readonly attempt?: Attempt
}

/**
 * Decides about a provider's word, which counts in its own tenant only. A linked person gets in. An owner of the
 * address gets in if the tenant has verified the domain, else after showing the password once. An unknown address
 * registers.
 */
export async function admit(call: PublicCall, arrival: Arrival): Promise<Presented<typeof Return>> {
  const { services } = call
  const { provider, asserted, team, returnUrl } = arrival
  const answer = {
    provider: { id: provider.id, name: provider.name, kind: provider.kind },
    me: null,
    returnUrl,
    known: null,
  }
  const found = await findIdentity(services.db, provider.id, asserted)
  if (found?.isKnown) return { ...answer, outcome: 'signedIn', me: await enterAs(call, arrival, found.userId) }
  if (found?.isTheirs && found.isDomainVerified && asserted.isEmailProved) {
    await refuseUnvouched(call.services, provider, found.userId)
    await link(call, arrival, found.userId)
    return { ...answer, outcome: 'signedIn', me: await enterAs(call, arrival, found.userId) }
  }
  const known = { firstName: asserted.firstName, lastName: asserted.lastName, email: asserted.email }
  // NOTE: the owner of an address may learn whether it is known here. All others get the same answer.
  if (!team.config.explicitWording && !asserted.isEmailProved && asserted.email !== '') {
    await wait(call, arrival, found?.userId ?? null)
    return { ...answer, outcome: 'linkOrRegister', known }
  }
  if (found) {
    await wait(call, arrival, found.userId)
    return { ...answer, outcome: 'linkFirst', known }
  }
  if (refuseRegistration(team)) throw complaint('username', 'user-not-found', 'signIn.disabled')
  if (asserted.email !== '') await wait(call, arrival, null)
  return { ...answer, outcome: 'register', known }
}

async function enterAs(call: PublicCall, arrival: Arrival, userId: string) {
  const { team, provider, asserted, method, persists, attempt } = arrival
  await refuseUnvouched(call.services, provider, userId)
  return enter(call, team, {
    userId,
    method,
    onlyTenantId: provider.tenantId,
    wantsToPersist: persists,
    complainAt: 'body.username',
    there: {
      providerId: provider.id,
      subject: asserted.subject,
      sid: asserted.sid ?? '',
      // Kept only where it is of use: it says who somebody is.
      hint:
        asserted.hint && provider.config.signsOutThere
          ? call.services.secrets.seal(asserted.hint, 'provider-session', provider.id)
          : '',
    },
    ...(attempt ? { attempt } : {}),
    also: async (tx) => {
      await sql`select control.use_identity(${provider.id}, ${asserted.subject}, ${call.now})`.execute(tx)
    },
  })
}

/** A superadministrator is let in by what superadministrators have set up: a tenant's own may not make itself one. */
export async function refuseUnvouched(
  services: Pick<Services, 'db'>,
  provider: StoredProvider,
  userId: string,
): Promise<void> {
  if (provider.setBySuperadmin) return
  const memberships = await listOwnMemberships(services.db, userId, provider.tenantId)
  if (memberships.some((one) => one.tenantId === provider.tenantId && one.roles.includes('superadmin')))
    throw complaint('username', 'otherMethod', 'signIn.otherMethod')
}

async function link(call: PublicCall, { provider, asserted }: Arrival, userId: string): Promise<void> {
  const ctx = systemContext(call.services, provider.tenantId, { requestId: call.request.id, userId })
  await ctx.write((tx) =>
    Promise.all([
      sql`
        select control.link_identity(${newId()}, ${provider.id}, ${asserted.subject}, ${userId}, ${asserted.email}, ${call.now})`.execute(
        tx,
      ),
      audit(ctx, tx, {
        action: 'providers.link',
        subjectType: 'user',
        subjectId: userId,
        after: { provider: provider.name, email: asserted.email, by: 'verifiedDomain' },
      }),
    ]),
  )
}

/** Keeps the identity in this browser until its person has signed in with the password, or registered. */
async function wait(call: PublicCall, { provider, asserted }: Arrival, userId: string | null): Promise<void> {
  await keepWaiting(call.services.db, {
    browserHash: markBrowser(call),
    providerId: provider.id,
    subject: asserted.subject,
    email: asserted.email,
    userId,
    expiresAt: new Date(call.now.getTime() + linkingMinutes * 60_000),
  })
}
