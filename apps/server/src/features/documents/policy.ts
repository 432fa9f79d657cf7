import { type PublicationState, type PublicationVerb, publicationTransitions } from '@learnt/contract/states'
import { type Actor, isAdmin, isManager } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy, type Refusal, wrongState } from '../../platform/authorize.ts'

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
 * An event takes place for people of every team, and changing it changes their calendars: only administrators of the whole
 * tenant and the one who made it do (decision 0064).
 */
export function refuseOrganiser(actor: Actor, of: Pick<SomeDocument, 'type' | 'createdBy'>): Refusal | null {
  return of.type !== 'event' || actor.wholeTenant || of.createdBy === actor.userId
    ? null
    : forbidden('events.organiser')
}

/**
 * Documents belong to the tenant: each of its administrators may do what the state allows. Managers may with the forms that
 * they made themselves. Nobody else sees this side.
 */
export const documentPolicy: Policy<SomeDocument, PublicationVerb | 'see' | 'duplicate'> = {
  see: (actor, document) => (keeps(actor, document) ? null : hidden),
  duplicate: (actor, document) => (keeps(actor, document) ? null : hidden),
  edit: (actor, document) => change(actor, 'edit', document),
  publish: (actor, document) => change(actor, 'publish', document),
  discard: (actor, document) => change(actor, 'discard', document),
  withdraw: (actor, document) => change(actor, 'withdraw', document),
  archive: (actor, document) => change(actor, 'archive', document),
  restore: (actor, document) => change(actor, 'restore', document),
}

function keeps(actor: Actor, { type, createdBy }: SomeDocument): boolean {
  return isAdmin(actor) || (isManager(actor) && type === 'form' && createdBy === actor.userId)
}

function change(actor: Actor, verb: PublicationVerb, document: SomeDocument): Refusal | null {
  if (!keeps(actor, document)) return hidden
  return refuseOrganiser(actor, document) ?? inState(verb, document)
}

function inState(verb: PublicationVerb, { status, type }: SomeDocument): Refusal | null {
  if (publicationTransitions[status][verb] !== undefined) return null
  const reason = status === 'archived' ? 'archived' : reasons[verb]
  return wrongState(`${type === 'course' ? 'courses' : 'documents'}.${reason}`)
}
