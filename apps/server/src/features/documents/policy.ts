import { type PublicationState, type PublicationVerb, publicationTransitions } from '@learnt/contract/states'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { hidden, type Policy, type Refusal, wrongState } from '../../platform/authorize.ts'

interface SomeDocument {
  readonly status: PublicationState
  readonly type: string
  readonly createdBy: string | null
}

/** Why a verb has no way out of the present state. */
const reasons: Record<PublicationVerb, string> = {
  edit: 'archived',
  publish: 'nothingToPublish',
  discard: 'noDraft',
  withdraw: 'notPublished',
  archive: 'archived',
  restore: 'notArchived',
}

/**
 * Documents belong to the tenant: each of its administrators may do what the state allows. Managers may with the forms that
 * they made themselves. Nobody else sees this side.
 */
export const documentPolicy: Policy<SomeDocument, PublicationVerb | 'see' | 'duplicate'> = {
  see: (actor, document) => (keeps(actor, document) ? null : hidden),
  duplicate: (actor, document) => (keeps(actor, document) ? null : hidden),
  edit: (actor, document) => (keeps(actor, document) ? inState('edit', document) : hidden),
  publish: (actor, document) => (keeps(actor, document) ? inState('publish', document) : hidden),
  discard: (actor, document) => (keeps(actor, document) ? inState('discard', document) : hidden),
  withdraw: (actor, document) => (keeps(actor, document) ? inState('withdraw', document) : hidden),
  archive: (actor, document) => (keeps(actor, document) ? inState('archive', document) : hidden),
  restore: (actor, document) => (keeps(actor, document) ? inState('restore', document) : hidden),
}

function keeps(actor: Actor, { type, createdBy }: SomeDocument): boolean {
  return isAdmin(actor) || (isManager(actor) && type === 'form' && createdBy === actor.userId)
}

function inState(verb: PublicationVerb, { status, type }: SomeDocument): Refusal | null {
  if (publicationTransitions[status][verb] !== undefined) return null
  const reason = status === 'archived' ? 'archived' : reasons[verb]
  return wrongState(`${type === 'course' ? 'courses' : 'documents'}.${reason}`)
}
