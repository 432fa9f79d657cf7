import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import type { ImportPages } from '../imports/import-pages.ts'

export const feedPages: ImportPages = { calls: api.feeds, list: paths.feedHistory, one: paths.feedRun }
