import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import type { ImportPages } from '../imports/import-pages.ts'

export const bulkUpdatePages: ImportPages = {
  calls: api.bulkUpdates,
  list: paths.bulkUpdate,
  one: paths.bulkUpdateRun,
}
