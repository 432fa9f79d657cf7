/** By which every list of a person's own learning can be sorted (specification, section 9); each list may have more. */
export const learnerSortKeys = ['title', 'createdAt', 'category', 'progress', 'type', 'completionStatus'] as const
export type LearnerSortKey = (typeof learnerSortKeys)[number]
