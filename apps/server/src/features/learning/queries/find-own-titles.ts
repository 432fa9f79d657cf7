import { searchForm } from '@learnt/contract/text'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { ownCourses } from './list-cards.ts'

export interface OwnTitle {
  readonly id: string
  readonly title: string
  readonly category: string
  /** Title of what has to be finished first; null: it opens. */
  readonly waitsFor: string | null
}

/** The person's own courses and bundles that have every word, by title. */
export async function findOwnTitles(tx: ReadTx, userId: string, words: string, limit: number): Promise<OwnTitle[]> {
  const patterns = searchForm(words)
    .split(/\s+/)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const { rows } = await sql<OwnTitle>`
    select a.id, c.title, c.category, (select w.title from documents w where w.id = a.waits_for) as waits_for ${ownCourses(userId)} and c.search_text like all (${patterns}::text[])
    order by c.sort_title, a.id limit ${limit}`.execute(tx)
  return rows
}
