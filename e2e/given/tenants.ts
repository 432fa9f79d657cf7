import { api } from '@learnt/contract'
import type { OidcPeer } from '../../apps/server/test/peers/oidc-peer.ts'
import { callerOf, password, signInByApi } from './calls.ts'
import { accounts } from './devices.ts'
import { learntUrl } from './learnt-url.ts'
import { type GivenPerson, givenPerson, unique } from './people.ts'

export interface GivenTenant {
  id: string
  /** At its own host name. */
  url: string
  /** The account of its administrator, Olive Owner. */
  admin: string
}

/** A tenant for tests that change shared parts: settings, themes. */
export async function givenTenant(word: string): Promise<GivenTenant> {
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  const id = unique(word).toLowerCase()
  const admin = `owner@${id}.example`
  const administrator = { firstName: 'Olive', lastName: 'Owner', email: admin, password }
  await superadmin.call(api.tenants.create, { body: { id, name: id, administrator } })
  return { id, url: learntUrl().replace('localhost', `${id}.localhost`), admin }
}

/** The same with a proved domain, for whose people a provider may vouch. */
export async function givenTenantWithDomain(word: string): Promise<GivenTenant & { domain: string }> {
  const tenant = await givenTenant(word)
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  const domain = `${tenant.id}.example`
  await superadmin.call(api.tenants.addDomain, { params: { tenantId: tenant.id }, body: { domain } })
  await superadmin.call(api.tenants.vouchForDomain, { params: { tenantId: tenant.id, domain } })
  return { ...tenant, domain }
}

/** A person of that tenant and its domain. */
export async function givenColleague(tenant: GivenTenant & { domain: string }): Promise<GivenPerson> {
  const admin = await signInByApi(learntUrl(), tenant.admin)
  return givenPerson({ teamId: tenant.id, email: `${unique('pat').toLowerCase()}@${tenant.domain}` }, admin)
}

/** Lets people sign in there by OpenID Connect. */
export async function giveProvider({ id }: GivenTenant, name: string, peer: OidcPeer): Promise<void> {
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  await superadmin.call(api.providers.create, {
    body: {
      tenantId: id,
      teamId: id,
      kind: 'oidc',
      name,
      secret: peer.clientSecret,
      config: { baseUrl: peer.origin, clientId: peer.clientId },
    },
  })
}
