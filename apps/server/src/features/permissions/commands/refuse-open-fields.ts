import type { AudienceRule, Due } from '@learnt/contract/permissions'
import { organisationFields } from '@learnt/contract/team-values'
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { conditionsOf, fieldsOf } from '../../reach/policy.ts'

/**
 * Behind the rules' lock. A rule reads no field that the person edits: nobody gives themself a document by writing about
 * themself.
 */
export async function refuseOpenFields(tx: ReadTx, rule: AudienceRule, at = 'body.rule'): Promise<void> {
  const open = await listOpenFields(tx, fieldsOf(rule))
  if (open.size === 0) return
  const complaints = [rule.rule, ...rule.groups].flatMap((map, number) =>
    conditionsOf(map)
      .filter(({ field }) => open.has(field))
      .map(({ field }) => [`${at}.${number === 0 ? 'rule' : `groups.${number - 1}`}.${field}`, 'fieldIsOpen']),
  )
  throw invalid(Object.fromEntries(complaints))
}

/** A due date counts from no such field either, and only from one that holds a day. */
export async function refuseDueField(tx: WriteTx, due: Due): Promise<void> {
  if (due.kind !== 'field' || !isOwn(due.field)) return
  const row = await tx
    .selectFrom('customFields')
    .select(['kind', 'personAccess'])
    .where('field', '=', due.field)
    .executeTakeFirst()
  if (row?.kind !== 'date') throw invalid({ 'body.due.field': 'fieldIsNoDate' })
  if (row.personAccess === 'edit') throw invalid({ 'body.due.field': 'fieldIsOpen' })
}

/** Of these fields those that the person edits. */
export async function listOpenFields(tx: ReadTx, fields: readonly string[]): Promise<ReadonlySet<string>> {
  const own = fields.filter(isOwn)
  if (own.length === 0) return new Set()
  const rows = await tx
    .selectFrom('customFields')
    .select('field')
    .where('field', 'in', own)
    .where('personAccess', '=', 'edit')
    .execute()
  return new Set(rows.map((row) => row.field))
}

function isOwn(field: string): boolean {
  return organisationFields.some((one) => one === field)
}
