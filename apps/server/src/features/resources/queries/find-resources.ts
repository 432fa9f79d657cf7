import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import { ownResources } from './own-resources.ts'

interface FoundResource {
  readonly id: string
  readonly title: string
  readonly category: string
}

/** The person's own resources that have every word: in title and description, or inside the file. */
export async function findOwnResources(
  tx: ReadTx,
  userId: string,
  words: string,
  limit: number,
): Promise<FoundResource[]> {
  const { rows } = await sql<FoundResource>`
    select d.id, d.title, d.category ${ownResources(userId)} and ${hasWords(words, sql`a.waits_for is null`)}
    order by ${isInDetails(words)} desc, d.sort_title, d.id limit ${limit}`.execute(tx)
  return rows
}

/** All resources of the tenant that have every word, drafts too; archived ones do not count. */
export async function findAllResources(tx: ReadTx, words: string, limit: number): Promise<FoundResource[]> {
  const { rows } = await sql<FoundResource>`
    select d.id, d.title, d.category from documents d
    where d.type = 'resource' and d.status <> 'archived' and ${hasWords(words, sql`true`)}
    order by ${isInDetails(words)} desc, d.sort_title, d.id limit ${limit}`.execute(tx)
  return rows
}

/** Trigrams lead to no index for shorter words: all texts of the tenant would be read. */
const shortestInside = 3

/** `mayRead`: a condition on those whose files the person may open now. */
function hasWords(search: string, mayRead: RawBuilder<boolean | unknown>): RawBuilder<boolean> {
  const words = searchForm(search).split(/\s+/)
  const inFile = words.some((word) => word.length >= shortestInside)
    ? sql`(${mayRead} and ${matchesWords('fileTexts', sql`d.file_id`, words)})`
    : sql`false`
  return sql<boolean>`(${isInDetails(search)} or ${inFile})`
}

function isInDetails(search: string): RawBuilder<boolean> {
  return matchesWords('documents', sql`d.id`, search.split(/\s+/))
}
