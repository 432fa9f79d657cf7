import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'

/** Months that statements always have in front of them. */
const monthsAhead = 12

/** Makes the tables of the coming months. The owner's function does it: the application may not make tables. */
export async function makeStatementMonths(services: Services): Promise<void> {
  const until = services.clock.now()
  until.setUTCMonth(until.getUTCMonth() + monthsAhead, 1)
  await services.db.control((tx) =>
    sql`select control.make_statement_months(${until.toISOString().slice(0, 10)}::date)`.execute(tx),
  )
}
