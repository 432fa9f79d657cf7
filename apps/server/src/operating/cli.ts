import { parseArgs } from 'node:util'
import { tenants } from '@learnt/contract/administration'
import { defaultTenantId } from '@learnt/contract/measures'
import { Role } from '@learnt/contract/roles'
import { fullName } from '@learnt/contract/text'
import type { z } from 'zod'
import { makeResetLink } from '../features/accounts/commands/make-reset-link.ts'
import { resumeTenant, suspendTenant } from '../features/tenants/commands/close-tenant.ts'
import { createAdministrator, createTenant } from '../features/tenants/commands/create-tenant.ts'
import { findTenant, listTenants, type StoredTenant } from '../features/tenants/queries.ts'
import type { Services } from '../platform/context.ts'
import { isDatabaseError } from '../platform/db/errors.ts'
import { renderEnvExample } from '../platform/env.ts'
import { ProblemError } from '../platform/problem.ts'
import { systemContext } from '../platform/system-context.ts'
import { isKey, translatorFor } from '../platform/translate.ts'
import { backupHelp } from './cli-backup.ts'
import { providerAdd, providerList, providersHelp } from './cli-providers.ts'
import { knownTenant, refuseDeleted } from './cli-tenants.ts'
import { type CliTerminal, isArgumentError, terminal, UsageError } from './terminal.ts'

const help = `Usage: npm run cli -- <command> [options]

  admin create    Make somebody an administrator.
      --email ADDRESS  --first-name NAME  --last-name NAME
      --tenant ID      default: ${defaultTenantId}, which is made when it is missing
      --team ID        default: the tenant's own team
      --role ROLE      admin (default) or superadmin
      --password TEXT  or the first line of standard input: echo ... | npm run cli -- admin create ...

  admin reset-password EMAIL   Print a link by which the person sets a new password; it works once, for an hour.

  tenant create ID   Make an organisation with its first team and administrator.
      --name NAME
      --admin-email ADDRESS  --admin-first-name NAME  --admin-last-name NAME
      --explicit-wording     sign-in may say whether an account exists
      --password TEXT        or the first line of standard input

  tenant list     All organisations with their state, their teams and number of people.
  tenant suspend ID          Close one: its sessions end, and its people read why.
      --reason TEXT
  tenant resume ID           Open it again.
${providersHelp}${backupHelp}
  env-example     Print all settings with their meaning, as .env.example.
  --help          This text.
`

const { administrator } = tenants.create.body.shape

type Command = (args: string[], services: Services, io: CliTerminal) => Promise<void>

const commands: Record<string, Command> = {
  'admin create': adminCreate,
  'admin reset-password': adminResetPassword,
  'tenant create': tenantCreate,
  'tenant list': (_args, services, io) => tenantList(services, io),
  'tenant suspend': tenantSuspend,
  'tenant resume': tenantResume,
  'provider add': providerAdd,
  'provider list': providerList,
}

function nameOf(args: readonly string[]): string {
  return args
    .slice(0, 2)
    .filter((word) => !word.startsWith('-'))
    .join(' ')
}

/** Answers what needs no database (help, settings, what no command is) with the exit code; null for every command. */
export function answerAlone(args: readonly string[], io: CliTerminal = terminal): number | null {
  if (args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help') io.out(help)
  else if (args[0] === 'env-example') io.out(renderEnvExample().trimEnd())
  else if (Object.hasOwn(commands, nameOf(args))) return null
  else {
    const words = nameOf(args) || args.join(' ')
    io.error(`There is no command ${JSON.stringify(words)}. See: npm run cli -- --help`)
    return 2
  }
  return 0
}

/** Runs one command; answers the exit code: 0, 1 for what could not be done, 2 for what was not understood. */
export async function runCli(args: readonly string[], services: Services, io: CliTerminal = terminal): Promise<number> {
  const code = answerAlone(args, io)
  if (code !== null) return code
  try {
    await commands[nameOf(args)]?.(args.slice(2), services, io)
    return 0
  } catch (error) {
    if (error instanceof UsageError || isArgumentError(error)) {
      io.error(error.message)
      return 2
    }
    if (error instanceof ProblemError) {
      for (const line of complaintsOf(error)) io.error(line)
      return 1
    }
    if (isDatabaseError(error)) services.log.error({ err: error }, 'command line')
    throw error
  }
}

async function adminCreate(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      'first-name': { type: 'string' },
      'last-name': { type: 'string' },
      tenant: { type: 'string' },
      team: { type: 'string' },
      role: { type: 'string' },
      password: { type: 'string' },
    },
  })
  const tenantId = values.tenant ?? defaultTenantId
  const role = Role.safeParse(values.role ?? 'admin')
  if (!role.success || (role.data !== 'admin' && role.data !== 'superadmin'))
    throw new UsageError('--role is admin or superadmin')
  const person = checked(administrator.pick({ email: true, firstName: true, lastName: true }), {
    email: needed(values.email, '--email'),
    firstName: needed(values['first-name'], '--first-name'),
    lastName: needed(values['last-name'], '--last-name'),
  })
  const tenant = await findTenant(services.db, tenantId)
  if (tenant) refuseDeleted(tenant)
  else if (tenantId !== defaultTenantId)
    throw new UsageError(
      `There is no tenant ${JSON.stringify(tenantId)}. Make it with: npm run cli -- tenant create ${tenantId} ...`,
    )
  const password = await readPassword(values.password, io)
  const { isPasswordSet } = await createAdministrator(services, {
    ...person,
    tenantId,
    teamId: values.team ?? tenantId,
    password,
    roles: [role.data],
  })
  io.out(`${fullName(person)} <${person.email}> is ${role.data} of ${tenantId}.`)
  if (!isPasswordSet) io.out('They had an account already: how they sign in stays as it is.')
  io.out(`Sign in at ${services.settings.publicUrl}/login`)
}

async function adminResetPassword(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const [email, ...rest] = positionals
  if (email === undefined || rest.length > 0)
    throw new UsageError('Give one mail address, as in: admin reset-password ada@example.org')
  const link = await makeResetLink(services, email)
  if (link === null)
    throw new ProblemError('not-found', {
      detail: `Nobody with the address ${email} may sign in with a password to an organisation that is open.`,
    })
  io.out(link.address)
  io.out(`For ${link.email} of ${link.tenantId}; it works once, for ${link.minutes} minutes. Give it to nobody else.`)
}

async function tenantSuspend(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { reason: { type: 'string' } } })
  const tenant = await oneTenant(services, positionals)
  const { reason } = checked(tenants.suspend.body, { reason: values.reason })
  await suspendTenant(systemContext(services, tenant.id, { requestId: 'cli' }), tenant, reason)
  io.out(`${tenant.id} is suspended. Open it again with: npm run cli -- tenant resume ${tenant.id}`)
}

async function tenantResume(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} })
  const tenant = await oneTenant(services, positionals)
  await resumeTenant(systemContext(services, tenant.id, { requestId: 'cli' }), tenant)
  io.out(`${tenant.id} is open again.`)
}

function oneTenant(services: Services, positionals: readonly string[]): Promise<StoredTenant> {
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0)
    throw new UsageError('Give the id of one tenant. See: npm run cli -- tenant list')
  return knownTenant(services, id)
}

async function tenantCreate(args: string[], services: Services, io: CliTerminal): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      'admin-email': { type: 'string' },
      'admin-first-name': { type: 'string' },
      'admin-last-name': { type: 'string' },
      'explicit-wording': { type: 'boolean' },
      password: { type: 'string' },
    },
  })
  const [id, ...rest] = positionals
  if (id === undefined || rest.length > 0)
    throw new UsageError('Give one id for the tenant: small letters, digits and hyphens, as in: tenant create acme ...')
  const input = {
    id,
    name: needed(values.name, '--name'),
    ...(values['explicit-wording'] === undefined ? {} : { explicitWording: values['explicit-wording'] }),
    administrator: {
      email: needed(values['admin-email'], '--admin-email'),
      firstName: needed(values['admin-first-name'], '--admin-first-name'),
      lastName: needed(values['admin-last-name'], '--admin-last-name'),
      password: await readPassword(values.password, io),
    },
  }
  const body = checked(tenants.create.body, input)
  const { isPasswordSet } = await createTenant(systemContext(services, id, { requestId: 'cli' }), body)
  io.out(`The tenant ${id} is there. ${input.administrator.email} signs in at ${services.settings.publicUrl}/login`)
  if (!isPasswordSet)
    io.out(
      'They had an account already: how they sign in stays as it is. Where that opens no way in, a mail brings a link.',
    )
}

async function tenantList(services: Services, io: CliTerminal): Promise<void> {
  const all = await listTenants(services.db)
  if (all.length === 0) return io.out('There is no tenant yet.')
  for (const tenant of all) {
    io.out([tenant.id, tenant.name, tenant.status, `${tenant.people} people`].join('\t'))
    for (const team of tenant.teams) io.out(['', team.id, team.displayName, team.hosts.join(', ')].join('\t').trimEnd())
  }
}

async function readPassword(given: string | undefined, io: CliTerminal): Promise<string> {
  const password = given ?? (await io.input())?.split(/\r?\n/)[0] ?? ''
  if (given === undefined && password === '')
    throw new UsageError('Give a password with --password, or as the first line of standard input.')
  const most = administrator.shape.password.maxLength
  if (most !== null && password.length > most) throw new UsageError(`--password: at most ${most} characters`)
  return password
}

function needed(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '')
    throw new UsageError(`${option} is missing. See: npm run cli -- --help`)
  return value.trim()
}

const optionOf: Readonly<Record<string, string>> = {
  id: 'the id',
  name: '--name',
  email: '--email',
  firstName: '--first-name',
  lastName: '--last-name',
  reason: '--reason',
  password: '--password',
  roles: '--role',
  teamId: '--team',
  'administrator.email': '--admin-email',
  'administrator.firstName': '--admin-first-name',
  'administrator.lastName': '--admin-last-name',
  'administrator.password': '--password',
}

/** What was typed, held to the same limits as in the pages. */
function checked<Shape extends z.ZodType>(shape: Shape, typed: unknown): z.output<Shape> {
  const read = shape.safeParse(typed)
  if (!read.success) throw new UsageError(read.error.issues.map((issue) => sayIssue(issue)).join('\n'))
  return read.data
}

function sayIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  const option = optionOf[path] ?? path
  if (issue.message === 'oneLine') return `${option}: ${translatorFor('en')('validation.oneLine')}`
  if (issue.code === 'invalid_format') return `${option}: small letters, digits and hyphens only`
  if (issue.code === 'too_small') return `${option}: at least ${issue.minimum} characters`
  if (issue.code === 'too_big') return `${option}: at most ${issue.maximum} characters`
  return `${option}: ${issue.message}`
}

function complaintsOf(problem: ProblemError): string[] {
  const t = translatorFor('en')
  const say = (words: string) => (isKey(words) ? t(words) : words)
  if (!problem.errors?.length) return [say(problem.detail ?? `problem.${problem.code}`)]
  return problem.errors.map((one) => {
    const path = one.path.replace(/^body\./, '')
    return `${optionOf[path] ?? path}: ${say(one.message)}`
  })
}
