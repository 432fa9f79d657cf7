import { type PublicationState, type PublicationVerb, publicationTransitions } from '@learnt/contract/states'
import { isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy, type Refusal, wrongState } from '../../platform/authorize.ts'

interface SomeDocument {
  readonly status: PublicationState
  readonly type: string
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

/** Documents belong to the tenant: each of its administrators may do what the state allows, nobody else sees this side. */
export const documentPolicy: Policy<SomeDocument, PublicationVerb | 'see' | 'duplicate'> = {
  see: (actor) => (isAdmin(actor) ? null : hidden),
  duplicate: (actor) => (isAdmin(actor) ? null : hidden),
  edit: (actor, document) => (isAdmin(actor) ? inState('edit', document) : hidden),
  publish: (actor, document) => (isAdmin(actor) ? inState('publish', document) : hidden),
  discard: (actor, document) => (isAdmin(actor) ? inState('discard', document) : hidden),
  withdraw: (actor, document) => (isAdmin(actor) ? inState('withdraw', document) : hidden),
  archive: (actor, document) => (isAdmin(actor) ? inState('archive', document) : hidden),
  restore: (actor, document) => (isAdmin(actor) ? inState('restore', document) : hidden),
}

function inState(verb: PublicationVerb, { status, type }: SomeDocument): Refusal | null {
  if (publicationTransitions[status][verb] !== undefined) return null
  const reason = status === 'archived' ? 'archived' : reasons[verb]
  return wrongState(`${type === 'course' ? 'courses' : 'documents'}.${reason}`)
}
