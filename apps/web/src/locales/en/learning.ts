export const learning = {
  title: '',
} as const
