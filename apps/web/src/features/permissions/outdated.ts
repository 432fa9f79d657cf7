/** Parts of the contract whose answers are another after a change of who has what. */
export const outdatedByRules = [
  'permissions',
  'audiences',
  'courses',
  'pathways',
  'learningPackages',
  'resources',
  'learning',
  'reports',
] as const
