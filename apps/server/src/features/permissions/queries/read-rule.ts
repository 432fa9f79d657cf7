import type { AudienceRule, Due, Rule } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import type { ReadTx, Row } from '../../../platform/db/database.ts'
import { type SavedAudience, type WholeRule, wholeRule } from '../../reach/policy.ts'

/** A row with its rule and date as the contract says them. What is stored was checked when it came in. */
export function readRule<T extends Pick<Row<'permissions'>, 'rule' | 'due'>>(
  row: T,
): Omit<T, 'rule' | 'due'> & { rule: Rule; due: Due } {
  // Rules from before there were audiences do not name any.
  return { ...row, rule: { audiences: [], ...(row.rule as AudienceRule) }, due: row.due as Due }
}

/** The same with what its saved audiences say, which are read only where there are some. */
export async function readWhole<T extends Pick<Row<'permissions'>, 'rule' | 'due'>>(
  tx: ReadTx,
  row: T,
): Promise<Omit<T, 'rule' | 'due'> & { rule: WholeRule; due: Due }> {
  const { rule, due } = readRule(row)
  return { ...row, rule: wholeRule(rule, await readAudiences(tx, rule.audiences)), due }
}

/** Saved audiences, as far as there are any of these ids. */
export async function readAudiences(tx: ReadTx, ids: readonly string[]): Promise<SavedAudience[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SavedAudience>`
    select id, title, kind, rule from audiences where id = any(${ids}::uuid[]) order by lower(title), id`.execute(tx)
  return rows
}

/** Those that the rule of a row of `permissions` names, by title: a column. */
export const audiencesOfPermission = sql<
  SavedAudience[]
>`case when permissions.audience_ids = '{}' then '[]' else coalesce((
  select jsonb_agg(jsonb_build_object('id', a.id, 'title', a.title, 'kind', a.kind, 'rule', a.rule) order by lower(a.title), a.id)
  from audiences a where a.id = any(permissions.audience_ids)), '[]') end`
