/** Addresses of pages that only this feature leads to. */
export const certificatePaths = {
  certificates: (as: 'admin' | 'manager') => `/apps/${as}/certificates`,
} as const
