import { type Erasure, type ErasureOfMember, erasureDueMonths, type Hold } from '@learnt/contract/erasures'
import type { Actor } from '../../platform/actor.ts'
import { canOf } from '../../platform/authorize.ts'
import { refusePerson } from '../members/policy.ts'
import { erasurePolicy } from './policy.ts'
import { afterMonths } from './queries/count-parts.ts'
import type { ErasureRow, HoldRow, PersonToErase } from './queries/find-erasures.ts'

export function presentErasure(row: ErasureRow): Erasure {
  return {
    userId: row.userId,
    name: row.name,
    teamId: row.teamId,
    state: row.state,
    begunBy: row.begunByName,
    reason: row.reason,
    askedAt: row.askedAt.toISOString(),
    dueAt: afterMonths(row.askedAt, erasureDueMonths).toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    keptUntil: row.keptUntil,
  }
}

export function presentHold(row: HoldRow): Hold {
  return {
    userId: row.userId,
    name: row.name,
    teamId: row.teamId,
    reason: row.reason,
    heldBy: row.heldByName,
    heldAt: row.heldAt.toISOString(),
  }
}

/** A request that the actor was not told of is not shown; see isToldOf(). A hold is one of the whole person. */
export function presentPerson(actor: Actor, person: PersonToErase): ErasureOfMember {
  const { member, request, hold } = person
  const isTold = request !== null && (actor.wholeTenant || request.teamId === actor.teamId)
  return {
    name: `${member.firstName} ${member.lastName}`.trim(),
    email: member.email,
    request: isTold ? presentErasure(request) : null,
    hold: hold && refusePerson(actor, person.all) === null ? presentHold(hold) : null,
    can: canOf(actor, erasurePolicy, person),
  }
}
