export const courses = {
  title: '',
} as const
