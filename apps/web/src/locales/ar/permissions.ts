import type { Arabic } from '../catalogues.ts'
import type { permissions as English } from '../en/permissions.ts'

export const permissions: Arabic<typeof English> = {
  title: '',
}
