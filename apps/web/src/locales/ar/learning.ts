import type { Arabic } from '../catalogues.ts'
import type { learning as English } from '../en/learning.ts'

export const learning: Arabic<typeof English> = {
  title: '',
}
