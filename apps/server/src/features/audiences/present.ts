import type { Audience, AudiencePerson } from '@learnt/contract/audiences'
import { fullName } from '@learnt/contract/text'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { audiencePolicy } from './policy.ts'
import type { AudienceRow } from './queries/list-audiences.ts'
import type { AudiencePersonRow } from './queries/list-people.ts'

export function presentAudience(actor: Actor, row: AudienceRow): Audience {
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    rule: row.rule,
    people: row.kind === 'people' ? row.people : null,
    uses: row.uses,
    usedBy: row.usedBy,
    pathways: row.pathways,
    updatedBy: row.updatedByName,
    updatedAt: row.updatedAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    can: canOf(actor, audiencePolicy, row),
  }
}

export function presentAudiencePerson(row: AudiencePersonRow): AudiencePerson {
  const { id, userId, email, status, position } = row
  return { id, userId, name: fullName(row), email, status, position }
}
