import { findLocale } from '@learnt/contract/locales'
import { preferredName } from '@learnt/contract/values'
import { sql } from 'kysely'
import { z } from 'zod'
import { makeActor } from '../../../platform/actor.ts'
import { createContext } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { mintTenantId } from '../../../platform/tenant-id.ts'
import { saveOwnProfile } from '../../members/commands/save-own-profile.ts'
import { keepLanguage } from '../../members/commands/save-preferences.ts'
import type { TeamView } from '../../teams/queries.ts'
import type { Asserted, StoredProvider } from '../queries.ts'
import { issuerAddress, type Peer, reach } from './oidc.ts'
import { peerOf } from './peers.ts'

// Hosted sign-in keeps a few things of a person for all applications: GET and PATCH of `user_metadata` at `users/{sub}`
// (specification, section 7). Of these two alone, and only where the tenant says so.

/** What a hosted sign-in is asked for, so that its token opens the person's own metadata. */
export function askingForMetadata(peer: Pick<Peer, 'kind' | 'config'>): Record<string, string> {
  return {
    scope: 'openid profile email read:current_user update:current_user_metadata',
    audience: `${issuerAddress(peer)}/api/v2/`,
  }
}

export function hasMetadata({ kind }: Pick<Peer, 'kind'>, { config }: Pick<TeamView, 'config'>): boolean {
  return kind === 'auth0' && config.syncsUserMetadata
}

const Answer = z.object({
  user_metadata: z
    .object({ language: z.string().catch(''), preferredName: z.string().catch('') })
    .partial()
    .catch({}),
})

/**
 * Brings language and preferred name here and at the hosted sign-in together, by the token of the person who has just
 * signed in: what they have set here counts, and what they have not comes from there. Nobody is kept out where this fails.
 */
export async function keepMetadata(
  call: PublicCall,
  of: { team: TeamView; provider: StoredProvider; asserted: Asserted; token: string; userId: string; teamId: string },
): Promise<void> {
  const { services, now } = call
  const { team, provider, asserted, token, userId, teamId } = of
  const peer = peerOf(services, provider)
  if (peer === null || !hasMetadata(peer, team)) return
  try {
    const address = new URL(`${issuerAddress(peer)}/api/v2/users/${encodeURIComponent(asserted.subject)}`)
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
    const asked = await reach(peer, address, { headers })
    if (asked.status !== 200) throw new Error(`GET answered ${asked.status}`)
    const { user_metadata: there } = Answer.parse(await asked.json())
    const ctx = createContext({
      actor: makeActor({
        userId,
        teamId,
        tenantId: mintTenantId(provider.tenantId),
        roles: ['learner'],
        sessionId: null,
      }),
      services,
      requestId: call.request.id,
      address: call.request.ip,
      locale: call.locale,
      t: call.t,
    })
    const here = await ctx.write(async (tx) => {
      const own = await tx
        .selectFrom('memberships')
        .select(['preferredName', sql<string | null>`preferences ->> 'locale'`.as('locale')])
        .where('id', '=', ctx.actor.membershipId)
        .executeTakeFirst()
      const locale = findLocale(there.language ?? '')
      if (own && own.locale === null && locale) await keepLanguage(tx, ctx.actor.membershipId, locale)
      const name = preferredName().safeParse(there.preferredName ?? '').data
      if (own?.preferredName === '' && name) await saveOwnProfile(ctx, tx, { preferredName: name })
      return own
    })
    const differs = {
      ...(here?.locale && here.locale !== there.language ? { language: here.locale } : {}),
      ...(here?.preferredName && here.preferredName !== there.preferredName
        ? { preferredName: here.preferredName }
        : {}),
    }
    if (Object.keys(differs).length === 0) return
    const body = JSON.stringify({ user_metadata: differs })
    const told = await reach(peer, address, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    if (told.status >= 300) throw new Error(`PATCH answered ${told.status}`)
  } catch (error) {
    services.log.warn({ err: error, providerId: provider.id, at: now }, 'user_metadata was not brought together')
  }
}
