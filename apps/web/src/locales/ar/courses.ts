import type { Arabic } from '../catalogues.ts'
import type { courses as English } from '../en/courses.ts'

export const courses: Arabic<typeof English> = {
  title: '',
}
