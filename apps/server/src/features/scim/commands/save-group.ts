import { oneLine } from '@learnt/contract/values'
import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import { changeList, type ListChange, lockForList } from '../../audiences/commands/change-people.ts'
import { createList, removeAudienceIn, renameList } from '../../audiences/commands/save-audience.ts'
import { type GroupPatch, membersIn, readGroupPatch } from '../patch.ts'
import { versionOfGroup } from '../present.ts'
import { ScimError, wrong } from '../protocol.ts'
import { findGroup, findWrittenGroup, type GroupRow } from '../queries/groups.ts'
import { listKnown } from '../queries/people.ts'
import { type Resource, readResource } from '../read-resource.ts'
import { attributeNamed } from '../schemas.ts'
import { refuseOutdated, type ScimCall } from './save-person.ts'

/** Makes a saved audience of people. No permission names it yet, so that nobody gains anything. */
export function createGroup(call: ScimCall, body: Resource): Promise<GroupRow> {
  const { ctx, token } = call
  const said = readWhole(body)
  return write(call, said.title, async (tx) => {
    const list = listOf(said)
    await lockForList(tx, { ...list, add: list.add.filter(isId) })
    await refuseUnknown(call, tx, list.add)
    const id = await createList(ctx, tx, said.title)
    await sql`
      insert into scim_groups (audience_id, team_id, external_id, created_at, updated_at)
      values (${id}, ${token.teamId}, ${said.externalId}, ${ctx.now}, ${ctx.now})`.execute(tx)
    await changeList(ctx, tx, { id, title: said.title }, { ...list, onlyAdded: false })
    return getGroup(call, tx, id)
  })
}

/** Replaces a group: its members are those that are named, and nobody else. */
export function replaceGroup(call: ScimCall, id: string, body: Resource): Promise<GroupRow> {
  const said = readWhole(body)
  return changeGroup(call, id, {
    displayName: said.title,
    externalId: said.externalId,
    onlyAdded: true,
    add: new Set(said.members),
    remove: new Set(),
  })
}

export function patchGroup(call: ScimCall, id: string, body: Resource): Promise<GroupRow> {
  return changeGroup(call, id, readGroupPatch(body))
}

function changeGroup(call: ScimCall, id: string, patch: GroupPatch): Promise<GroupRow> {
  const { ctx } = call
  const title = patch.displayName === undefined ? undefined : readTitle(patch.displayName)
  const list: ListChange = { add: [...patch.add], remove: [...patch.remove].filter(isId), onlyAdded: patch.onlyAdded }
  return write(call, title ?? '', async (tx) => {
    await lockForList(tx, { ...list, add: list.add.filter(isId) })
    const group = await getGroup(call, tx, id, { locks: true })
    refuseOutdated(call, versionOfGroup(group))
    await refuseUnknown(call, tx, list.add)
    const externalId = patch.externalId ?? group.externalId
    if (title !== undefined && title !== group.title) await renameList(ctx, tx, group, title)
    await changeList(ctx, tx, { id, title: title ?? group.title }, list)
    if (externalId !== group.externalId || list.onlyAdded || list.add.length + list.remove.length > 0)
      return findWrittenGroup(
        tx,
        sql`update scim_groups set external_id = ${externalId}, revision = revision + 1, updated_at = ${ctx.now} where audience_id = ${id}`,
      )
    return getGroup(call, tx, id)
  })
}

/** Refused while something gives by it, in words that say what. */
export function removeGroup(call: ScimCall, id: string): Promise<void> {
  const { ctx } = call
  return write(call, '', async (tx) => {
    await lockForList(tx, { add: [], remove: [], onlyAdded: true })
    const group = await getGroup(call, tx, id, { locks: true })
    refuseOutdated(call, versionOfGroup(group))
    await removeAudienceIn(ctx, tx, id)
  })
}

async function getGroup(
  { token }: ScimCall,
  tx: WriteTx,
  id: string,
  { locks = false }: { locks?: boolean } = {},
): Promise<GroupRow> {
  const group = isId(id) ? await findGroup(tx, token.teamId, id, { members: !locks, locks }) : null
  if (group === null) throw new ScimError(404, `There is no group ${id}.`)
  return group
}

interface Whole {
  readonly title: string
  readonly externalId: string
  readonly members: readonly string[]
}

function readWhole(body: Resource): Whole {
  const { resource } = readResource('Group', body)
  const externalId = String(resource.externalId ?? '')
  if (externalId.length > 200) throw wrong('invalidValue', 'externalId is longer than 200 characters.')
  const members = attributeNamed('Group', null, 'members')
  return {
    title: readTitle(resource.displayName),
    externalId,
    members: members && resource.members !== undefined ? membersIn(members, resource.members) : [],
  }
}

function readTitle(value: unknown): string {
  const read = oneLine().min(1).max(200).safeParse(value)
  if (!read.success) throw wrong('invalidValue', 'displayName has to be a text of 1 to 200 characters in one line.')
  return read.data
}

function listOf({ members }: Whole): ListChange {
  return { add: [...new Set(members)], remove: [], onlyAdded: false }
}

async function refuseUnknown({ token }: ScimCall, tx: WriteTx, userIds: readonly string[]): Promise<void> {
  const known = new Set(await listKnown(tx, token.teamId, userIds.filter(isId)))
  const unknown = userIds.find((id) => !known.has(id))
  if (unknown !== undefined) throw wrong('invalidValue', `There is no user ${unknown.slice(0, 100)}.`)
}

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function write<T>({ ctx }: ScimCall, title: string, act: (tx: WriteTx) => Promise<T>): Promise<T> {
  return ctx.write(act).catch((error: unknown) => {
    if (isUniqueViolation(error, 'audiences_by_title'))
      throw new ScimError(409, `There is an audience “${title}” already.`, 'uniqueness')
    if (isUniqueViolation(error, 'scim_group_external_id_once_in_a_team'))
      throw new ScimError(409, 'The externalId is another group’s.', 'uniqueness')
    throw error
  })
}
