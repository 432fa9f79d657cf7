import { z } from 'zod'

/** Membership statuses (specification, section 4). Only `active` signs in; the leaves freeze due dates and stay in reports. */
export const membershipStatuses = [
  'active',
  'inactive',
  'archived',
  'maternity leave',
  'paternity leave',
  'sick leave',
  'compassionate leave',
  'leave without pay',
  'terminated',
] as const
export const MembershipStatus = z.enum(membershipStatuses)
export type MembershipStatus = z.infer<typeof MembershipStatus>

/** Statuses of people who are away and come back: their due dates stand still. */
export const leaveStatuses: readonly MembershipStatus[] = [
  'maternity leave',
  'paternity leave',
  'sick leave',
  'compassionate leave',
  'leave without pay',
]

/** Statuses of people who are here: what they are given counts. Figures leave out people who left. */
export const hereStatuses: readonly MembershipStatus[] = ['active', ...leaveStatuses]

/** Publication states of content (specification, section 4; transitions in the readings). */
export const publicationStates = [
  'published',
  'publishedwithdraft',
  'unpublished',
  'draftwithchanges',
  'draft',
  'archived',
] as const
export const PublicationState = z.enum(publicationStates)
export type PublicationState = z.infer<typeof PublicationState>

/** Listing sort rank; archived is last. */
export const publicationRank: Record<PublicationState, number> = {
  published: 1,
  publishedwithdraft: 2,
  unpublished: 3,
  draftwithchanges: 4,
  draft: 5,
  archived: 6,
}

export const publicationVerbs = ['edit', 'publish', 'discard', 'withdraw', 'archive', 'restore'] as const
export type PublicationVerb = (typeof publicationVerbs)[number]

/**
 * What each verb leads to from each state; a missing entry is refused.
 * `restore` returns to the state that was left by `archive`, which is stored beside the document: marked `before`.
 */
export const publicationTransitions: Record<
  PublicationState,
  Partial<Record<PublicationVerb, PublicationState | 'before'>>
> = {
  draft: { edit: 'draft', publish: 'published', archive: 'archived' },
  published: { edit: 'publishedwithdraft', withdraw: 'unpublished', archive: 'archived' },
  publishedwithdraft: {
    edit: 'publishedwithdraft',
    publish: 'published',
    discard: 'published',
    withdraw: 'draftwithchanges',
    archive: 'archived',
  },
  unpublished: { edit: 'draftwithchanges', publish: 'published', archive: 'archived' },
  draftwithchanges: { edit: 'draftwithchanges', publish: 'published', discard: 'unpublished', archive: 'archived' },
  archived: { restore: 'before' },
}

/** Learners see only these. */
export const visibleToLearners: readonly PublicationState[] = ['published', 'publishedwithdraft']

/** State of one person's work on one activity, and of a whole assignment. */
export const progressStates = ['notstarted', 'inprogress', 'completed', 'passed', 'failed'] as const
export const ProgressState = z.enum(progressStates)
export type ProgressState = z.infer<typeof ProgressState>

/** A passed or completed step counts as done; a failed one may be tried again. */
export function isDone(state: ProgressState): boolean {
  return state === 'completed' || state === 'passed'
}

export const permissionStatuses = ['active', 'inactive'] as const
export const PermissionStatus = z.enum(permissionStatuses)
export type PermissionStatus = z.infer<typeof PermissionStatus>

export const jobStates = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const
export const JobState = z.enum(jobStates)
export type JobState = z.infer<typeof JobState>
