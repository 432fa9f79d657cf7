import { X509Certificate } from 'node:crypto'
import type { HandlerInput } from '@learnt/contract/endpoint'
import { methodOfKind, type ProviderKind } from '@learnt/contract/provider-kinds'
import { ProviderConfig, type providers } from '@learnt/contract/providers'
import { sql } from 'kysely'
import { actInTenant } from '../../../platform/act-in-tenant.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, stale } from '../../../platform/problem.ts'
import { hasWayIn } from '../policy.ts'
import { listProviders, listTeamMethods, type StoredProvider } from '../queries.ts'
import { makeOwnKey, pemOf } from './own-certificate.ts'
import { sealSecret } from './peers.ts'
import { readIdpMetadata } from './saml.ts'

export type NewProvider = HandlerInput<typeof providers.create>['body']
export type ProviderChange = HandlerInput<typeof providers.change>['body']

/** The team takes this way of signing in from now on, beside those that it takes already. */
export async function createProvider(ctx: Ctx, tenantId: string, of: NewProvider): Promise<string> {
  const config = await checkedConfig(ctx, of.kind, of)
  if (needsSecret(of.kind) && of.secret === '') throw invalid({ 'body.secret': 'required' })
  const id = newId()
  const secret = of.kind === 'saml' ? JSON.stringify(await makeOwnKey('Learnt', ctx.now)) : of.secret
  const sealed = sealSecret(ctx.services, id, secret)
  await actInTenant(ctx, tenantId, async (tx) => {
    const { rows } = await sql<{ made: boolean }>`
      select control.create_provider(${id}, ${of.teamId}, ${of.kind}, ${of.name}, ${of.color}, ${json(config)}, ${sealed},
        ${of.isEnabled}, ${isSuperadmin(ctx)}, ${ctx.now}) as made`.execute(tx)
    if (!rows[0]?.made) throw invalid({ 'body.teamId': 'unknownTeam' })
    const team = (await listTeamMethods(tx)).find((one) => one.id === of.teamId)
    const accepted = team && team.authMethods.length > 0 ? team.authMethods : ['password']
    const method = methodOfKind[of.kind]
    if (!accepted.includes(method))
      await sql`select control.accept_methods(${of.teamId}, ${[...accepted, method]}, ${ctx.now})`.execute(tx)
    return {
      result: undefined,
      fact: {
        action: 'providers.create',
        subjectType: 'provider',
        subjectId: id,
        subjectTitle: of.name,
        after: { teamId: of.teamId, kind: of.kind, name: of.name, config: audited(config), isEnabled: of.isEnabled },
      },
    }
  })
  return id
}

/** A new issuer vouches for people as another provider would, so the former one's links are forgotten. */
export async function changeProvider(ctx: Ctx, provider: StoredProvider, of: ProviderChange): Promise<void> {
  const config = await checkedConfig(ctx, provider.kind, of)
  const secret = of.secret === undefined || of.secret === '' || provider.kind === 'saml' ? null : of.secret
  if (needsSecret(provider.kind) && secret === null && provider.secret === '')
    throw invalid({ 'body.secret': 'required' })
  const before = provider.config
  const isAnother = (['baseUrl', 'tenantId', 'issuer', 'clientId'] as const).some((key) => before[key] !== config[key])
  await actInTenant(ctx, provider.tenantId, async (tx) => {
    const { rows } = await sql<{ changed: boolean }>`
      select control.change_provider(${provider.id}, ${of.revision}, ${of.name}, ${of.color}, ${json(config)},
        ${secret === null ? null : sealSecret(ctx.services, provider.id, secret)}, ${of.isEnabled}, ${isSuperadmin(ctx)},
        ${isAnother}, ${ctx.now}) as changed`.execute(tx)
    if (!rows[0]?.changed) throw stale(null)
    if (!of.isEnabled) await refuseLockOut(tx, provider.teamId, 'body.isEnabled')
    return {
      result: undefined,
      fact: {
        action: 'providers.change',
        subjectType: 'provider',
        subjectId: provider.id,
        subjectTitle: of.name,
        before: { name: provider.name, config: audited(before), isEnabled: provider.isEnabled },
        after: { name: of.name, config: audited(config), isEnabled: of.isEnabled, hasNewSecret: secret !== null },
      },
    }
  })
}

export async function removeProvider(ctx: Ctx, provider: StoredProvider): Promise<void> {
  await actInTenant(ctx, provider.tenantId, async (tx) => {
    const { rows } = await sql<{
      removed: boolean
    }>`select control.remove_provider(${provider.id}, ${ctx.now}) as removed`.execute(tx)
    if (!rows[0]?.removed) throw notFound()
    await refuseLockOut(tx, provider.teamId, 'body')
    return {
      result: undefined,
      fact: {
        action: 'providers.remove',
        subjectType: 'provider',
        subjectId: provider.id,
        subjectTitle: provider.name,
        before: { teamId: provider.teamId, kind: provider.kind, config: audited(provider.config) },
      },
    }
  })
}

export async function acceptMethods(
  ctx: Ctx,
  tenantId: string,
  { teamId, authMethods }: { teamId: string; authMethods: readonly string[] },
): Promise<void> {
  const methods = [...new Set(authMethods)]
  await actInTenant(ctx, tenantId, async (tx) => {
    const before = (await listTeamMethods(tx)).find((one) => one.id === teamId)
    if (!before) throw invalid({ 'body.teamId': 'unknownTeam' })
    await sql`select control.accept_methods(${teamId}, ${methods}, ${ctx.now})`.execute(tx)
    await refuseLockOut(tx, teamId, 'body.authMethods')
    return {
      result: undefined,
      fact: {
        action: 'providers.acceptMethods',
        subjectType: 'team',
        subjectId: teamId,
        subjectTitle: before.displayName,
        before: { authMethods: before.authMethods },
        after: { authMethods: methods },
      },
    }
  })
}

/** Refuses a change after which nobody could sign in. */
async function refuseLockOut(tx: WriteTx, teamId: string, path: string): Promise<void> {
  const [teams, providers] = await Promise.all([listTeamMethods(tx), listProviders(tx)])
  const team = teams.find((one) => one.id === teamId)
  const offered = providers.filter((one) => one.teamId === teamId)
  if (team && !hasWayIn(team.authMethods, offered)) throw invalid({ [path]: 'noWayIn' })
}

function isSuperadmin({ actor }: Ctx): boolean {
  return actor.roles.includes('superadmin')
}

function needsSecret(kind: ProviderKind): boolean {
  return kind !== 'saml' && kind !== 'oidc'
}

/** What the kind needs, complained about at the field; addresses as the operator allows them. */
async function checkedConfig(
  { services }: Ctx,
  kind: ProviderKind,
  of: { config: ProviderConfig; metadata?: string | undefined },
): Promise<ProviderConfig> {
  const config = { ...of.config, ...(kind === 'saml' ? fromMetadata(of.metadata) : {}) }
  const wrong: Record<string, string> = {}
  const need = (...fields: (keyof ProviderConfig)[]) => {
    for (const field of fields) if (config[field].toString() === '') wrong[`body.config.${field}`] = 'required'
  }
  if (kind === 'saml') need('issuer', ...(config.allowsUnasked ? [] : (['entryPoint'] as const)), 'certificates')
  else need('clientId', ...(kind === 'okta' || kind === 'auth0' || kind === 'oidc' ? (['baseUrl'] as const) : []))
  for (const field of ['baseUrl', 'entryPoint', 'logoutUrl'] as const) {
    if (config[field].startsWith('http:') && !services.settings.privateProviders)
      wrong[`body.config.${field}`] = 'httpsOnly'
  }
  const certificates = config.certificates.map(pemOf)
  certificates.forEach((pem, index) => {
    if (!isCertificate(pem)) wrong[`body.config.certificates.${index}`] = 'certificate'
  })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  return { ...config, certificates }
}

function fromMetadata(xml: string | undefined): Partial<ProviderConfig> {
  if (xml === undefined || xml.trim() === '') return {}
  const read = readIdpMetadata(xml)
  if (read === null) throw invalid({ 'body.metadata': 'samlMetadata' })
  const checked = ProviderConfig.pick({
    issuer: true,
    entryPoint: true,
    logoutUrl: true,
    certificates: true,
  }).safeParse(read)
  if (!checked.success) throw invalid({ 'body.metadata': 'samlFacts' })
  const { logoutUrl, ...facts } = checked.data
  // One that was typed in stays where the description has none.
  return { ...facts, ...(logoutUrl === '' ? {} : { logoutUrl }) }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey.type === 'public'
  } catch {
    return false
  }
}

/** Certificates are long and say little. */
function audited({ certificates, ...config }: ProviderConfig) {
  return { ...config, certificates: certificates.length }
}
