import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { defaultTenantId } from '@learnt/contract/measures'
import { providerKinds } from '@learnt/contract/provider-kinds'
import { providers } from '@learnt/contract/providers'
import { createProvider } from '../features/providers/commands/save-provider.ts'
import { presentProvider } from '../features/providers/present.ts'
import { listProviders, listTeamMethods } from '../features/providers/queries.ts'
import type { Ctx, Services } from '../platform/context.ts'
import { systemContext } from '../platform/system-context.ts'
import { knownTenant, refuseDeleted } from './cli-tenants.ts'
import { type CliTerminal, UsageError } from './terminal.ts'

export const providersHelp = `
  provider add    Let people of a team sign in with a service.
      --kind KIND      ${providerKinds.join(', ')}
      --name NAME      as the button says it
      --tenant ID      default: ${defaultTenantId}
      --team ID        default: the tenant's own team
      --base-url URL   issuer, organisation or domain (okta, auth0, oidc; else only where it is not the usual one)
      --client-id ID   --directory ID (microsoft)   --color #RRGGBB
      --metadata FILE  the identity provider's description (saml)
      --trusts-email   the provider stands for the addresses of its people
      --allows-unasked sign-ins may begin at the identity provider (saml)
      --secret TEXT    or the first line of standard input
  provider list   The providers of a tenant.
      --tenant ID      default: ${defaultTenantId}
`

export async function providerAdd(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: 'string' },
      name: { type: 'string' },
      tenant: { type: 'string' },
      team: { type: 'string' },
      color: { type: 'string' },
      'base-url': { type: 'string' },
      'client-id': { type: 'string' },
      directory: { type: 'string' },
      metadata: { type: 'string' },
      'trusts-email': { type: 'boolean' },
      'allows-unasked': { type: 'boolean' },
      secret: { type: 'string' },
    },
  })
  const kind = providerKinds.find((one) => one === values.kind)
  if (!kind) throw new UsageError(`--kind is one of: ${providerKinds.join(', ')}`)
  if (!values.name) throw new UsageError('--name is missing. See: npm run cli -- --help')
  if (kind === 'saml' && !values.metadata) throw new UsageError('--metadata is missing. See: npm run cli -- --help')
  if (kind !== 'saml' && !values['client-id'])
    throw new UsageError('--client-id is missing. See: npm run cli -- --help')
  const tenant = await knownTenant(services, values.tenant ?? defaultTenantId)
  refuseDeleted(tenant)
  const tenantId = tenant.id
  const metadata = values.metadata === undefined ? undefined : await readMetadata(values.metadata)
  const secret = kind === 'saml' ? '' : (values.secret ?? (await io.input())?.split(/\r?\n/)[0] ?? '')
  const checked = providers.create.body.safeParse({
    teamId: values.team ?? tenantId,
    kind,
    name: values.name,
    color: values.color ?? '',
    secret,
    config: {
      baseUrl: values['base-url'] ?? '',
      clientId: values['client-id'] ?? '',
      tenantId: values.directory ?? '',
      trustsEmail: values['trusts-email'] ?? false,
      allowsUnasked: values['allows-unasked'] ?? false,
    },
    ...(metadata ? { metadata } : {}),
  })
  if (!checked.success)
    throw new UsageError(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  const ctx = systemContext(services, tenantId, { requestId: 'cli' })
  const id = await createProvider(ctx, tenantId, checked.data)
  const made = (await readAll(ctx)).find((one) => one.id === id)
  io.out(`${values.name} is there. At the service, register:`)
  for (const address of made?.redirectUrls ?? []) io.out(`  ${address}`)
  if (made?.metadataUrl) io.out(`  ${made.metadataUrl} (metadata and entity ID)`)
}

export async function providerList(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { values } = parseArgs({ args, options: { tenant: { type: 'string' } } })
  const { id: tenantId } = await knownTenant(services, values.tenant ?? defaultTenantId)
  const ctx = systemContext(services, tenantId, { requestId: 'cli' })
  const all = await readAll(ctx)
  if (all.length === 0) return io.out('There is no provider yet.')
  for (const one of all)
    io.out([one.id, one.teamId, one.kind, one.name, one.isEnabled ? 'on' : 'off', `${one.people} people`].join('\t'))
}

async function readMetadata(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(`--metadata: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

async function readAll(ctx: Ctx) {
  const [rows, teams] = await ctx.read((tx) => Promise.all([listProviders(tx), listTeamMethods(tx)]))
  return rows.map((row) =>
    presentProvider(
      ctx.actor,
      row,
      teams.find((team) => team.id === row.teamId),
      ctx.services.settings,
    ),
  )
}
