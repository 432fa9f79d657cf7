import type { Actor } from '../../platform/actor.ts'
import { forbidden, type Refusal, wrongState } from '../../platform/authorize.ts'
import { type MemberSubject, refusePerson } from '../members/policy.ts'

/** Both records whole, in every team of the tenant: what one has passes to the other wherever it came from. */
export function refuseMerge(
  actor: Actor,
  of: {
    readonly all: readonly MemberSubject[]
    readonly goneUserId: string
    readonly isUnderErasure: boolean
    readonly isMergedAlready: boolean
  },
): Refusal | null {
  const refusal = refusePerson(actor, of.all)
  if (refusal) return refusal
  if (of.goneUserId === actor.userId) return forbidden('yourself')
  if (of.isUnderErasure) return wrongState('underErasure')
  return of.isMergedAlready ? wrongState('mergedAlready') : null
}

/** A merge can be undone once, within its days, by people who may merge the two. */
export function refuseUndo(
  actor: Actor,
  of: {
    readonly all: readonly MemberSubject[]
    readonly isUndone: boolean
    readonly isOver: boolean
    readonly isErased: boolean
  },
): Refusal | null {
  const refusal = refusePerson(actor, of.all)
  if (refusal) return refusal
  if (of.isUndone) return wrongState('undoneAlready')
  if (of.isErased) return wrongState('underErasure')
  return of.isOver ? wrongState('undoOver') : null
}
