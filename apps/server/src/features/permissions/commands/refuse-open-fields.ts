import type { AudienceRule, Due } from '@learnt/contract/permissions'
import { organisationFields } from '@learnt/contract/team-values'
import type { WriteTx } from '../../../platform/db/database.ts'
import { invalid } from '../../../platform/problem.ts'
import { conditionsOf, fieldsOf } from '../policy.ts'

/**
 * Behind the rules' lock. A rule reads no field that the person edits: nobody gives themself a document by writing about
 * themself.
 */
export async function refuseOpenFields(tx: WriteTx, rule: AudienceRule): Promise<void> {
  const own = fieldsOf(rule).filter(isOwn)
  if (own.length === 0) return
  const open = await listOpenFields(tx, own)
  if (open.size === 0) return
  const complaints = [rule.rule, ...rule.groups].flatMap((map, at) =>
    conditionsOf(map)
      .filter(({ field }) => open.has(field))
      .map(({ field }) => [`body.rule.${at === 0 ? 'rule' : `groups.${at - 1}`}.${field}`, 'fieldIsOpen']),
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

async function listOpenFields(tx: WriteTx, fields: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('customFields')
    .select('field')
    .where('field', 'in', [...fields])
    .where('personAccess', '=', 'edit')
    .execute()
  return new Set(rows.map((row) => row.field))
}

function isOwn(field: string): boolean {
  return organisationFields.some((one) => one === field)
}
