import type { AwardState } from '@learnt/contract/badges'
import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy, type Rule, wrongState } from '../../platform/authorize.ts'

/** A badge as far as rights need it. Badges and their rules belong to the tenant, whatever the administrator's team. */
export interface BadgeSubject {
  readonly archivedAt: Date | null
  /** Awards that were ever made of it, and rules that give it. */
  readonly awards: number
  readonly rules: number
}

const change: Rule<unknown> = (actor) => (isAdmin(actor) ? null : forbidden())
const changeActive: Rule<BadgeSubject> = (actor, badge) =>
  change(actor, badge) ?? (badge.archivedAt === null ? null : wrongState('badges.archived'))

export const badgePolicy = {
  read: change,
  save: changeActive,
  award: changeActive,
  archive: changeActive,
  restore: (actor, badge) =>
    change(actor, badge) ?? (badge.archivedAt === null ? wrongState('badges.notArchived') : null),
  remove: (actor, badge) =>
    change(actor, badge) ?? (badge.awards === 0 && badge.rules === 0 ? null : wrongState('badges.inUse')),
} satisfies Policy<BadgeSubject>

export const badgeRulePolicy = { read: change, save: change, remove: change } satisfies Policy<object>

/** An award as far as rights need it. */
export interface AwardSubject {
  readonly userId: string
  readonly state: AwardState
  /** The actor looks after the person, and what they look after opens what it was given for. */
  readonly isSeen: boolean
}

export const awardPolicy = {
  revoke: (actor, award) => {
    if (!award.isSeen) return award.userId === actor.userId ? forbidden() : hidden
    if (!isAdmin(actor)) return forbidden()
    return award.state === 'revoked' ? wrongState('badges.revoked') : null
  },
} satisfies Policy<AwardSubject>

/** In public addresses: the tenant, where the thing is looked for, and its random id. */
export function publicIdOf(tenantId: string, id: string): string {
  return `${tenantId}.${id}`
}

export function readPublicId(text: string): { tenantId: string; id: string } | null {
  const [, tenantId, id] =
    /^([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text) ?? []
  return tenantId && id ? { tenantId, id } : null
}
