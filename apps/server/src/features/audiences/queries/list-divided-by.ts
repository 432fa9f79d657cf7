import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { pathwaysOf } from './list-audiences.ts'

/** Pathways of which a section is required of the people of one audience: published, in a draft, or in a version that people are on. */
export async function listDividedBy(tx: ReadTx, audienceId: string): Promise<{ id: string; title: string }[]> {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from (${pathwaysOf(sql`${audienceId}::uuid`)}) divided order by id`.execute(tx)
  return rows
}
