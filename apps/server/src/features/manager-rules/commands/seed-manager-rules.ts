import { ManagerRuleInput } from '@learnt/contract/manager-rules'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { insertRule } from './save-rule.ts'

interface Unit {
  loc2: string
  div1: string
}

/**
 * Rules of a demonstration. They give people of one unit two kinds of manager, beside the one in their record; a third
 * rule is off. The manager for visitors keeps the people of their own unit.
 */
export async function seedManagerRules(ctx: Ctx, tx: WriteTx): Promise<void> {
  const { rows: units } = await sql<Unit>`
    select loc2[1] as loc2, div1[1] as div1 from memberships
    where 'manager' = any (roles) and status = 'active' and is_primary and cardinality(loc2) > 0 and cardinality(div1) > 0
    group by 1, 2 having count(*) = 1 and not bool_or(email like 'manager@%') order by 1, 2 limit 2`.execute(tx)
  const [theirs, other] = units
  if (!theirs || !other) return
  const { rows } = await sql<{ position: string }>`
    select position[1] as position from memberships
    where loc2[1] = ${theirs.loc2} and div1[1] = ${theirs.div1} and roles = '{learner}' and status = 'active' and cardinality(position) > 0
    group by 1 order by count(*) desc, 1 limit 1`.execute(tx)
  const position = rows[0]?.position
  if (!position) return
  const of = (unit: Unit) => ({ loc2: [unit.loc2], div1: [unit.div1] })
  const everybody = { rule: {}, everyone: true }
  const rules = [
    {
      title: `Site managers: ${theirs.loc2}`,
      kind: 'Site manager',
      managers: everybody,
      people: { rule: of(theirs) },
      sameFields: ['loc2', 'div1'],
    },
    {
      title: `Mentors: ${position}`,
      kind: 'Mentor',
      managers: { rule: of(other) },
      people: { rule: { ...of(theirs), position: [position] } },
    },
    {
      title: 'Division managers',
      kind: 'Division manager',
      status: 'inactive',
      managers: everybody,
      people: everybody,
      sameFields: ['div1'],
    },
  ]
  for (const rule of rules) await insertRule(ctx, tx, ManagerRuleInput.parse(rule))
}
