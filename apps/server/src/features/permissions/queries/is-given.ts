import { type RawBuilder, sql } from 'kysely'

/** Of assignments `a`: something gives it. It may not be active yet, because the document was never published. */
export const isGiven: RawBuilder<boolean> = sql<boolean>`
  (a.is_active or exists (select from assignment_sources s where s.assignment_id = a.id))`
