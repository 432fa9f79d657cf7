import type { MembershipFields } from '@learnt/contract/members'
import type { MembershipStatus } from '@learnt/contract/states'
import type { FeedField } from '@learnt/contract/team-values'
import { fullName } from '@learnt/contract/text'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import { authorize } from '../../../platform/authorize.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { newPersonId } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { hashPassword } from '../../../platform/session/password.ts'
import { refuseWeakPassword } from '../../../platform/session/password-rules.ts'
import { readTenantConfig } from '../../../platform/tenant/settings.ts'
import { checkFieldValues } from '../../custom-fields/commands/check-values.ts'
import { changeMemberships } from '../../members/commands/change-memberships.ts'
import { insertMemberships } from '../../members/commands/insert-memberships.ts'
import { asComplaint } from '../../members/commands/keep-in-step.ts'
import { changeStatusOf } from '../../members/commands/set-status.ts'
import { memberPolicy } from '../../members/policy.ts'
import { isLookingAfter } from '../policy.ts'
import { isActiveStatus, presentPerson, versionOfPerson } from '../present.ts'
import { isObject, ScimError, wrong } from '../protocol.ts'
import {
  findNamed,
  findPerson,
  findTaken,
  findWritten,
  isOfAnother,
  type PersonRow,
  type Waiting,
} from '../queries/people.ts'
import type { OpenToken } from '../queries/tokens.ts'
import {
  firstFields,
  type Kept,
  type Resource,
  readPerson,
  readResource,
  type Said,
  without,
} from '../read-resource.ts'

/** A request by a token. */
export interface ScimCall {
  readonly ctx: Ctx
  readonly token: OpenToken
  readonly base: string
  /** If-Match of a change: it builds on this version. */
  readonly ifMatch: string | undefined
}

type Fields = { -readonly [K in keyof MembershipFields]?: MembershipFields[K] }

/** Adds a person to the team of the token. Who was archived comes back with all records. */
export async function createPerson(call: ScimCall, body: Resource): Promise<PersonRow> {
  const { ctx, token } = call
  const { resource, ignored } = readResource('User', body)
  const said = readPerson(resource, ctx.t)
  const passwordHash = said.password === undefined ? null : await hashFirstPassword(ctx, said)
  return write(ctx, async (tx) => {
    const named = await findTaken(tx, { ...said, email: said.plain.email })
    const taken = named.filter((row) => row.teamId === token.teamId)
    if (taken.some((row) => row.status !== 'archived'))
      throw new ScimError(409, `${said.userName} is here already.`, 'uniqueness')
    const back = taken.find((row) => row.userName.toLowerCase() === said.userName.toLowerCase()) ?? taken[0]
    if (back) {
      const row = await lockPerson(tx, token.teamId, back.userId, { archived: true })
      return change(call, tx, row, { ...said, active: said.active ?? true }, ignored)
    }
    const { person, isNew } = await insertPerson(call, tx, said, named, ignored)
    if (passwordHash !== null && isNew)
      await sql`select control.set_first_password(${person.userId}, ${passwordHash}, ${ctx.now})`.execute(tx)
    return person
  })
}

/** Replaces what is said of a person. An extension that is not named, and whether somebody is active, stay as they are. */
export function replacePerson(call: ScimCall, userId: string, body: Resource): Promise<PersonRow> {
  const { resource, ignored } = readResource('User', body)
  return changePerson(call, userId, (current) => {
    const stays = Object.entries(current).filter(
      ([name]) => (name.startsWith('urn:') || name === 'active') && resource[name] === undefined,
    )
    return { resource: { ...resource, ...Object.fromEntries(stays) }, ignored }
  })
}

/** Changes a person to what `becomes` makes of the resource as it is, and notes what was left out of the request. */
export function changePerson(
  call: ScimCall,
  userId: string,
  becomes: (current: Resource) => { resource: Resource; ignored: readonly string[] },
): Promise<PersonRow> {
  const { ctx, token, base } = call
  return write(ctx, async (tx) => {
    const row = await lockPerson(tx, token.teamId, userId)
    refuseOutdated(call, versionOfPerson(row))
    const { resource: current } = readResource('User', presentPerson(base, row))
    const { resource, ignored } = becomes(current)
    return change(call, tx, row, readPerson(withoutWorkedOut(row, resource), ctx.t, derivedOf(row)), ignored)
  })
}

/** The provider has removed somebody: they are archived, and their records stay. */
export async function removePerson(call: ScimCall, userId: string): Promise<void> {
  const { ctx, token } = call
  await write(ctx, async (tx) => {
    const row = await lockPerson(tx, token.teamId, userId)
    refuseOutdated(call, versionOfPerson(row))
    authorize(ctx.actor, memberPolicy.setStatus, row)
    await changeStatusOf(ctx, tx, [row], 'archived')
  })
}

export function refuseOutdated({ ifMatch }: Pick<ScimCall, 'ifMatch'>, version: string): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const plain = (one: string) => one.trim().replace(/^W\//, '')
  if (!ifMatch.split(',').some((one) => plain(one) === plain(version)))
    throw new ScimError(412, 'The resource has changed since.')
}

async function lockPerson(
  tx: WriteTx,
  teamId: string,
  userId: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<PersonRow> {
  const id = `${userId}:${teamId}`
  // Locked before it is read, so that what was waited for is seen.
  const [, row] = await Promise.all([
    tx.selectFrom('memberships').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    findPerson(tx, teamId, userId, { archived }),
  ])
  if (row === null) throw new ScimError(404, `There is no user ${userId}.`)
  return row
}

async function getPerson(tx: WriteTx, teamId: string, userId: string): Promise<PersonRow> {
  const row = await findPerson(tx, teamId, userId)
  if (row === null) throw new ScimError(404, `There is no user ${userId}.`)
  return row
}

async function insertPerson(
  call: ScimCall,
  tx: WriteTx,
  said: Said,
  named: readonly PersonRow[],
  ignored: readonly string[],
): Promise<{ person: PersonRow; isNew: boolean }> {
  const { ctx, token } = call
  const newUserId = newPersonId()
  const [{ rows }, managers] = await Promise.all([
    sql<{ id: string }>`
      select control.find_or_create_user(${newUserId}, ${said.plain.email}, ${said.plain.firstName}, ${said.plain.lastName}, ${ctx.now}) as id`.execute(
      tx,
    ),
    findManager(tx, said.manager),
  ])
  const userId = rows[0]?.id ?? newUserId
  if (managers.found === userId) throw wrong('invalidValue', 'Nobody is their own manager.')
  await freeNames(ctx, tx, named, { ...said, userId })
  const lists = Object.fromEntries(Object.entries(said.lists).filter(([, values]) => values.length > 0))
  const firsts = Object.fromEntries(
    firstFields.flatMap((field) => {
      const [value, list] = [said.firsts[field], (lists[field] ?? []) as readonly string[]]
      return value === null ? [] : [[field, withFirst(list, value, null)]]
    }),
  )
  const status: MembershipStatus = said.active === false ? 'inactive' : 'active'
  const fields = await checkFieldValues(
    tx,
    {
      ...said.plain,
      ...lists,
      ...firsts,
      ...(managers.found === null ? {} : { managers: [managers.found] }),
      status,
    } as Fields & Pick<MembershipFields, 'firstName' | 'lastName'>,
    { as: ['administrator'], at: 'body' },
  )
  // In one round trip, one after the other.
  const [, { person, waiting }] = await Promise.all([
    insertMemberships(ctx, tx, [{ ...fields, userId, teamId: token.teamId }]),
    keepSaid(call, tx, { id: `${userId}:${token.teamId}`, userId }, said, managers.wanted),
    audit(ctx, tx, {
      action: 'members.create',
      subjectType: 'membership',
      subjectId: `${userId}:${token.teamId}`,
      after: {
        ...fields,
        roles: ['learner'],
        scim: { userName: said.userName, externalId: said.externalId, ...noted(ignored) },
      },
    }),
    token.invites && status === 'active' && said.plain.email !== ''
      ? enqueue(ctx, tx, 'users.mailInvitation', { userId, teamId: token.teamId })
      : null,
  ])
  await giveWaiting(call, tx, userId, waiting)
  return { person, isNew: userId === newUserId }
}

/** Makes a person what is said of them; answers the person as they are then. What is so already is not touched. */
async function change(
  call: ScimCall,
  tx: WriteTx,
  row: PersonRow,
  said: Said,
  ignored: readonly string[],
): Promise<PersonRow> {
  const { ctx, token, base } = call
  const { resource } = readResource('User', presentPerson(base, row))
  const before = readPerson(resource, ctx.t, derivedOf(row), { checks: false })
  const { fields, wanted } = await differences(tx, row, before, said)
  const isHere = isActiveStatus(row.status)
  const status: MembershipStatus | null =
    said.active === undefined || (said.active === isHere && row.status !== 'archived')
      ? null
      : said.active
        ? 'active'
        : 'inactive'
  const isSaidAnew =
    !row.isOfAnother &&
    (row.scimUpdatedAt === null ||
      row.userName !== said.userName ||
      row.externalId !== said.externalId ||
      row.managerWanted !== wanted ||
      !isSame(row.attributes, said.attributes))
  const names = Object.keys(fields) as FeedField[]
  // What was left out is not noted either: providers send the same each night.
  if (names.length === 0 && status === null && !isSaidAnew) return row
  authorize(ctx.actor, memberPolicy.update, row)
  refuseOpening(row, names, status)
  if (isSaidAnew && (row.userName !== said.userName || row.externalId !== said.externalId)) {
    const named = await findTaken(tx, { ...said, email: '' })
    await freeNames(ctx, tx, named, { ...said, userId: row.userId })
  }
  if (names.length > 0) {
    const checked = await checkFieldValues(tx, fields, { as: ['administrator'], at: 'body', before: { ...row } })
    await changeMemberships(ctx, tx, {
      fields: names,
      wanted: sql`select 0 as place, ${row.id}::text as membership_id, ${json(checked)}::jsonb as target`,
    })
  }
  if (status !== null) {
    authorize(ctx.actor, memberPolicy.setStatus, row)
    await changeStatusOf(ctx, tx, [{ ...row, ...fields }], status)
  }
  const [saved] = await Promise.all([
    isSaidAnew ? keepSaid(call, tx, row, said, wanted) : null,
    (names.length === 0 && status === null) || ignored.length > 0
      ? audit(ctx, tx, {
          action: 'members.update',
          subjectType: 'membership',
          subjectId: row.id,
          before: { scim: { userName: row.userName, externalId: row.externalId, ...row.attributes } },
          after: {
            scim: { userName: said.userName, externalId: said.externalId, ...said.attributes, ...noted(ignored) },
          },
        })
      : null,
  ])
  if (saved === null) return getPerson(tx, token.teamId, row.userId)
  if (before.userName !== said.userName || before.externalId !== said.externalId || fields.email !== undefined)
    await giveWaiting(call, tx, row.userId, saved.waiting)
  return saved.person
}

/**
 * Whoever is archived in all teams keeps no name that somebody else is given: for providers they are deleted. `named`: the
 * memberships of those who have it.
 */
async function freeNames(
  ctx: Ctx,
  tx: WriteTx,
  named: readonly PersonRow[],
  { userId, userName, externalId }: { userId: string; userName: string; externalId: string },
): Promise<void> {
  const isHere = new Set([userId, ...named.filter((row) => row.status !== 'archived').map((row) => row.userId)])
  const gone = named.filter((row) => !isHere.has(row.userId))
  if (gone.length === 0) return
  const signIn = userName.toLowerCase()
  await sql`
    update scim_people set user_name = case when user_name_key = lower(${userName}) then '' else user_name end,
      external_id = case when external_id = ${externalId} then '' else external_id end, revision = revision + 1, updated_at = ${ctx.now}
    where user_id = any (${gone.map((row) => row.userId)}::uuid[])
      and (user_name_key = lower(${userName}) or (external_id <> '' and external_id = ${externalId}))`.execute(tx)
  const renamed = gone.filter((row) => row.username.toLowerCase() === signIn)
  if (renamed.length === 0) return
  await changeMemberships(ctx, tx, {
    fields: ['username'],
    wanted: sql`
      select 0 as place, id as membership_id, jsonb_build_object('username', '') as target
      from unnest(${renamed.map((row) => row.id)}::text[]) as id`,
  })
}

/** Names of attributes that a request had and nothing here is made of. */
function noted(ignored: readonly string[]): { ignored?: readonly string[] } {
  return ignored.length > 0 ? { ignored: [...new Set(ignored)] } : {}
}

/** What a leaked token could open: the account of somebody who looks after the organisation. */
function refuseOpening(row: PersonRow, fields: readonly string[], status: MembershipStatus | null): void {
  if (!isLookingAfter(row.roles)) return
  if (status === 'active') throw new ScimError(403, 'An administrator brings administrators back.')
  const opening = fields.find((field) => ['email', 'username', 'terminationDate'].includes(field))
  if (opening !== undefined) throw new ScimError(403, `An administrator changes the ${opening} of administrators.`)
}

async function differences(
  tx: WriteTx,
  row: PersonRow,
  before: Said,
  after: Said,
): Promise<{ fields: Fields; wanted: string | null }> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(after.plain))
    if (value !== before.plain[name as keyof Said['plain']]) fields[name] = value
  for (const name of firstFields)
    if (after.firsts[name] !== before.firsts[name])
      fields[name] = withFirst(row[name], after.firsts[name], before.firsts[name])
  for (const [name, values] of Object.entries(after.lists))
    if (!isSame(values, before.lists[name as keyof Said['lists']])) fields[name] = values
  if (after.manager === before.manager) return { fields: fields as Fields, wanted: row.managerWanted }
  const { found, wanted } = await findManager(tx, after.manager)
  if (found === row.userId) throw wrong('invalidValue', 'Nobody is their own manager.')
  // The first one is the provider's to say, unless it has named somebody who is not here.
  const others = row.managerWanted === null ? row.managers.slice(1) : row.managers
  const managers = found === null ? others : [found, ...others.filter((one) => one !== found)].slice(0, 20)
  if (!isSame(managers, row.managers)) fields.managers = managers
  return { fields: fields as Fields, wanted }
}

async function findManager(tx: WriteTx, name: string | null): Promise<{ found: string | null; wanted: string | null }> {
  if (name === null) return { found: null, wanted: null }
  const found = await findNamed(tx, name)
  return { found, wanted: found === null ? name.toLowerCase().slice(0, 254) : null }
}

/** A list whose first value is another one, or none. */
function withFirst(list: readonly string[], value: string | null, former: string | null): string[] {
  const rest = former !== null && list[0] === former ? list.slice(1) : [...list]
  return value === null ? rest : [value, ...rest.filter((one) => one !== value)]
}

/** Answers the person with it, and who has waited for somebody of these names. */
function keepSaid(
  { ctx, token }: ScimCall,
  tx: WriteTx,
  { id, userId }: { id: string; userId: string },
  said: Said,
  wanted: string | null,
): Promise<{ person: PersonRow; waiting: Waiting[] }> {
  const { userName, externalId, attributes } = said
  const names = [userName, said.plain.email, externalId, userId].filter(Boolean).map((one) => one.toLowerCase())
  return findWritten(
    tx,
    { id, userId, teamId: token.teamId, names },
    sql`
    insert into scim_people (user_id, user_name, external_id, attributes, manager_wanted, token_id, created_at, updated_at)
    values (${userId}, ${userName}, ${externalId}, ${json(attributes)}, ${wanted}, ${token.id}, ${ctx.now}, ${ctx.now})
    on conflict (tenant_id, user_id) do update set user_name = excluded.user_name, external_id = excluded.external_id, attributes = excluded.attributes,
      manager_wanted = excluded.manager_wanted, token_id = excluded.token_id, updated_at = excluded.updated_at, revision = scim_people.revision + 1
    where not ${isOfAnother('scimPeople', sql`${token.teamId}`)}`,
  )
}

/** People whose manager was named before being here. */
async function giveWaiting({ ctx }: ScimCall, tx: WriteTx, userId: string, waiting: readonly Waiting[]): Promise<void> {
  if (waiting.length === 0) return
  const targets = waiting.map((one) => ({
    id: one.id,
    target: { managers: [userId, ...one.managers.filter((id) => id !== userId)].slice(0, 20) },
  }))
  await changeMemberships(ctx, tx, {
    fields: ['managers'],
    wanted: sql`
      select 0 as place, w.id as membership_id, w.target from jsonb_to_recordset(${json(targets)}) as w (id text, target jsonb)`,
  })
  await sql`
    update scim_people set manager_wanted = null, revision = revision + 1, updated_at = ${ctx.now}
    where user_id = any (${waiting.map((one) => one.userId)}::uuid[])`.execute(tx)
}

/** Without the whole names that were worked out of the two names and came back as they had been answered: they follow these. */
function withoutWorkedOut({ attributes, ...row }: PersonRow, resource: Resource): Resource {
  const { name, displayName } = resource
  if (!isObject(name) || (name.givenName === undefined && name.familyName === undefined)) return resource
  const former = fullName(row)
  return {
    ...resource,
    displayName: attributes.displayName === undefined && displayName === former ? undefined : displayName,
    name: attributes.name?.formatted === undefined && name.formatted === former ? without(name, ['formatted']) : name,
  }
}

/** The address that follows the user name. */
function derivedOf(row: PersonRow): string | null {
  const { emailIsUserName } = row.attributes as Kept
  return emailIsUserName === true ? row.email : null
}

async function hashFirstPassword(ctx: Ctx, { password = '', plain, userName }: Said): Promise<string> {
  const { rows } = await ctx.read((tx) =>
    sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx),
  )
  const about = [plain.firstName, plain.lastName, plain.email, userName]
  refuseWeakPassword(readTenantConfig(rows[0]?.settings).passwordRules, password, about, 'body.password', ctx.t)
  return hashPassword(password)
}

/** What is somebody else's already is a conflict, also when two came at once. */
function write<T>(ctx: Ctx, act: (tx: WriteTx) => Promise<T>): Promise<T> {
  return ctx.write(act).catch((error: unknown) => {
    if (isUniqueViolation(error, 'scim_user_name_once_in_a_tenant') || isUniqueViolation(error, 'scim_people_pkey'))
      throw new ScimError(409, 'The userName is somebody else’s.', 'uniqueness')
    if (isUniqueViolation(error, 'scim_external_id_once_in_a_tenant'))
      throw new ScimError(409, 'The externalId is somebody else’s.', 'uniqueness')
    throw asComplaint(error)
  })
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** The database keeps the names of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  )
}
