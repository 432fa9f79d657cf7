import type { RuleField } from '@learnt/contract/members'
import type { AudienceRule, WhyTrace } from '@learnt/contract/permissions'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isOpened, prerequisitesOf } from '../../assignments/queries.ts'
import {
  conditionsOf,
  mapsOf,
  matchesRule,
  meets,
  type RuleSubject,
  type SavedAudience,
  valuesOf,
  wholeRule,
} from '../../reach/policy.ts'
import { reachOf } from '../../reach/queries/look-after.ts'
import { subjectColumns } from '../../reach/queries/match-people.ts'
import { visibleMembers } from '../../reach/queries/visible-members.ts'
import { isOnLeave } from '../policy.ts'
import type { Document } from './find-document.ts'
import { listSources } from './list-sources.ts'
import { audiencesOfPermission, readRule } from './read-rule.ts'

/** Why a person has, or lacks, a document; null when the administrator does not see the person. */
export async function traceWhy(ctx: Ctx, document: Document, userId: string): Promise<WhyTrace | null> {
  return ctx.read(async (tx) => {
    const [{ rows: members }, permissionRows, { rows: needed }, assignment] = await Promise.all([
      // What stands in the memberships of other teams is theirs.
      sql<RuleSubject & { name: string }>`
        select rtrim(m.shown_first_name || ' ' || m.last_name) as name, ${subjectColumns('m')}
        from memberships m where m.user_id = ${userId} and ${visibleMembers(ctx.actor)} order by m.is_primary desc, m.id`.execute(
        tx,
      ),
      tx
        .selectFrom('permissions')
        .select(['id', 'title', 'status', 'rule', 'due', audiencesOfPermission.as('audiences')])
        .select(
          sql<string[]>`array(
            select listed.audience_id from audience_people listed
            where listed.user_id = ${userId} and listed.audience_id = any(permissions.audience_ids))`.as('listed'),
        )
        .where('documentType', '=', document.type)
        .where('documentId', '=', document.id)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),
      sql<{ prerequisites: WhyTrace['prerequisites'] }>`
        select ${prerequisitesOf(sql`${userId}::uuid`, reachOf(ctx.actor, 'administrator'))} as prerequisites from documents d where d.id = ${document.id}`.execute(
        tx,
      ),
      tx
        .selectFrom('assignments')
        .select(['id', 'isActive'])
        .select(sql<string | null>`(select w.title from documents w where w.id = assignments.waits_for)`.as('waitsFor'))
        .where('documentType', '=', document.type)
        .where('documentId', '=', document.id)
        .where('userId', '=', userId)
        .where('endedAt', 'is', null)
        .orderBy('cycle', 'desc')
        .where(isOpened(reachOf(ctx.actor, 'administrator'), sql`assignments.id`, sql`assignments.user_id`))
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
      waitsFor: assignment?.waitsFor ?? null,
      prerequisites: needed[0]?.prerequisites ?? [],
      rules: permissionRows.map(readRule).map((permission) => {
        const whole = wholeRule(permission.rule, permission.audiences)
        const matches = (one: RuleSubject) => matchesRule(whole, one, permission.listed.length > 0)
        // The membership that matches, else an active one, else the first: what it lacks is the answer.
        const member = members.find(matches) ?? members.find((one) => one.status === 'active') ?? shown
        const isMatch = permission.status === 'active' && matches(member)
        return {
          permissionId: permission.id,
          title: permission.title,
          status: permission.status,
          matches: isMatch,
          keptOnLeave: !isMatch && isAwayNow && kept.has(permission.id),
          conditions: [traceCondition(member, 0, 'status', ['active']), ...traceConditions(member, permission.rule)],
          audiences: permission.audiences.map((audience) => traceAudience(member, audience, permission.listed)),
        }
      }),
    }
  })
}

function traceAudience(
  member: RuleSubject,
  { id, title, kind, rule }: SavedAudience,
  listed: readonly string[],
): WhyTrace['rules'][number]['audiences'][number] {
  const alone = wholeRule({ rule: {}, groups: [], everyone: false, audiences: [id] }, [{ id, title, kind, rule }])
  return {
    id,
    title,
    kind,
    matches: matchesRule(alone, member, listed.includes(id)),
    conditions: rule ? traceConditions(member, rule) : [],
  }
}

function traceConditions(member: RuleSubject, rule: AudienceRule) {
  if (rule.everyone) return []
  return mapsOf(rule).flatMap((map, group) =>
    conditionsOf(map).map(({ field, wanted }) => traceCondition(member, group, field, wanted)),
  )
}

function traceCondition(member: RuleSubject, group: number, field: RuleField, wanted: string[]) {
  return { group, field, wanted, found: [...valuesOf(member, field)], matches: meets(member, { field, wanted }) }
}
