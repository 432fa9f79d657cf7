/** Addresses of pages that only this feature leads to. */
export const packagePaths = {
  learningPackages: '/apps/admin/learning-packages',
} as const
