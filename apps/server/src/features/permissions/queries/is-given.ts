import { type RawBuilder, sql } from 'kysely'
import { wasPublished } from '../../assignments/commands/settle-assignments.ts'

/** Of assignments `a`: something gives it. It is not active yet where the document was never published. */
export const isGiven: RawBuilder<boolean> = sql<boolean>`
  (a.is_active or (not ${wasPublished(sql`a.document_id`)}
    and exists (select from assignment_sources s where s.assignment_id = a.id)))`
