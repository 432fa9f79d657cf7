import { type RuleField, ruleFields } from '@learnt/contract/members'
import type { WhyTrace } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isOpened } from '../../assignments/queries.ts'
import { conditionsOf, isOnLeave, mapsOf, matchesRule, meets, type RuleSubject, valuesOf } from '../policy.ts'
import type { Document } from './find-document.ts'
import { listSources } from './list-sources.ts'
import { readRule } from './read-rule.ts'
import { lookedAfter, visibleMembers } from './visible-members.ts'

/** Why a person has, or lacks, a document; null when the administrator does not see the person. */
export async function traceWhy(ctx: Ctx, document: Document, userId: string): Promise<WhyTrace | null> {
  return ctx.read(async (tx) => {
    const [{ rows: members }, permissionRows, assignment] = await Promise.all([
      // What stands in the memberships of other teams is theirs.
      sql<RuleSubject & { name: string }>`
        select rtrim(m.first_name || ' ' || m.last_name) as name, ${sql.join(ruleFields.map((field) => sql.ref(`m.${field}`)))}
        from memberships m where m.user_id = ${userId} and ${visibleMembers(ctx.actor)} order by m.is_primary desc, m.id`.execute(
        tx,
      ),
      tx
        .selectFrom('permissions')
        .select(['id', 'title', 'status', 'rule', 'due'])
        .where('documentType', '=', document.type)
        .where('documentId', '=', document.id)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
      tx
        .selectFrom('assignments')
        .select(['id', 'isActive'])
        .where('documentType', '=', document.type)
        .where('documentId', '=', document.id)
        .where('userId', '=', userId)
        .where(isOpened(lookedAfter(ctx.actor), sql`assignments.id`, sql`assignments.user_id`))
        .executeTakeFirst(),
    ])
    const [shown] = members
    if (!shown) return null
    const sources = assignment ? await listSources(tx, assignment.id) : []
    const isAwayNow = members.some((member) => isOnLeave(String(member.status)))
    const kept = new Set(sources.flatMap((source) => (source.kind === 'rule' ? [source.id] : [])))
    return {
      person: { userId, name: shown.name },
      document: { id: document.id, title: document.title },
      has: sources.length > 0,
      sources,
      rules: permissionRows.map(readRule).map((permission) => {
        // The membership that matches, else an active one, else the first: what it lacks is the answer.
        const member =
          members.find((one) => matchesRule(permission.rule, one)) ??
          members.find((one) => one.status === 'active') ??
          shown
        const isMatch = permission.status === 'active' && matchesRule(permission.rule, member)
        const condition = (group: number, field: RuleField, wanted: string[]) => ({
          group,
          field,
          wanted,
          found: [...valuesOf(member, field)],
          matches: meets(member, { field, wanted }),
        })
        return {
          permissionId: permission.id,
          title: permission.title,
          status: permission.status,
          matches: isMatch,
          keptOnLeave: !isMatch && isAwayNow && kept.has(permission.id),
          conditions: [
            condition(0, 'status', ['active']),
            ...(permission.rule.everyone
              ? []
              : mapsOf(permission.rule).flatMap((map, group) =>
                  conditionsOf(map).map(({ field, wanted }) => condition(group, field, wanted)),
                )),
          ],
        }
      }),
    }
  })
}
