import type { Due, Rule } from '@learnt/contract/permissions'
import type { Row } from '../../../platform/db/database.ts'

/** A row with its rule and date as the contract says them. What is stored was checked when it came in. */
export function readRule<T extends Pick<Row<'permissions'>, 'rule' | 'due'>>(
  row: T,
): Omit<T, 'rule' | 'due'> & { rule: Rule; due: Due } {
  return { ...row, rule: row.rule as Rule, due: row.due as Due }
}
