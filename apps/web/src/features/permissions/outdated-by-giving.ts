/** Parts of the contract that giving a document and taking it back outdate. */
export const outdatedByGiving = [
  'permissions',
  'courses',
  'pathways',
  'learningPackages',
  'resources',
  'learning',
  'reports',
]
