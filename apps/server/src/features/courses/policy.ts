import { type PublicationState, type PublicationVerb, publicationTransitions } from '@learnt/contract/states'
import { isAdmin } from '../../platform/actor.ts'
import { hidden, type Policy, type Refusal, wrongState } from '../../platform/authorize.ts'

interface SomeCourse {
  readonly status: PublicationState
}

/** Why a verb has no way out of the present state. */
const reasons: Record<PublicationVerb, string> = {
  edit: 'courses.archived',
  publish: 'courses.nothingToPublish',
  discard: 'courses.noDraft',
  withdraw: 'courses.notPublished',
  archive: 'courses.archived',
  restore: 'courses.notArchived',
}

/** Courses belong to the tenant: every administrator of it may do what the state allows, nobody else sees this side. */
export const coursePolicy: Policy<SomeCourse, PublicationVerb | 'see' | 'duplicate'> = {
  see: (actor) => (isAdmin(actor) ? null : hidden),
  duplicate: (actor) => (isAdmin(actor) ? null : hidden),
  edit: (actor, course) => (isAdmin(actor) ? inState('edit', course) : hidden),
  publish: (actor, course) => (isAdmin(actor) ? inState('publish', course) : hidden),
  discard: (actor, course) => (isAdmin(actor) ? inState('discard', course) : hidden),
  withdraw: (actor, course) => (isAdmin(actor) ? inState('withdraw', course) : hidden),
  archive: (actor, course) => (isAdmin(actor) ? inState('archive', course) : hidden),
  restore: (actor, course) => (isAdmin(actor) ? inState('restore', course) : hidden),
}

function inState(verb: PublicationVerb, { status }: SomeCourse): Refusal | null {
  if (publicationTransitions[status][verb] !== undefined) return null
  return wrongState(status === 'archived' ? 'courses.archived' : reasons[verb])
}
