export const permissions = {
  title: '',
} as const
