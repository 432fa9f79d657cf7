/** Addresses of pages that only this feature leads to. */
export const memberPaths = {
  newUser: '/apps/admin/users/new',
} as const
