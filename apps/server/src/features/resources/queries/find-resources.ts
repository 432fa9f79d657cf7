import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import { isAdmin } from '../../../platform/actor.ts'
import { matchesWords } from '../../../platform/db/search.ts'
import type { SearchKind } from '../../../platform/search-kinds.ts'
import { ownResources } from './own-resources.ts'

interface FoundResource {
  readonly id: string
  readonly title: string
  readonly category: string
}

export const resourceSearches: SearchKind[] = [
  {
    // The person's own: title and description have every word, or the inside of the file.
    finds: ['myDocument'],
    mayFind: () => true,
    find: async (ctx, tx, words, limit) => {
      const { rows } = await sql<FoundResource>`
        select d.id, d.title, d.category ${ownResources(ctx.actor.userId)} and ${hasWords(words, sql`a.waits_for is null`)}
        order by ${isInDetails(words)} desc, d.sort_title, d.id limit ${limit}`.execute(tx)
      return rows.map((row) => foundAs('myDocument', row))
    },
  },
  {
    // All of the tenant, drafts too; archived ones do not count.
    finds: ['document'],
    mayFind: isAdmin,
    find: async (_ctx, tx, words, limit) => {
      const { rows } = await sql<FoundResource>`
        select d.id, d.title, d.category from documents d
        where d.type = 'resource' and d.status <> 'archived' and ${hasWords(words, sql`true`)}
        order by ${isInDetails(words)} desc, d.sort_title, d.id limit ${limit}`.execute(tx)
      return rows.map((row) => foundAs('document', row))
    },
  },
]

function foundAs(kind: 'document' | 'myDocument', { id, title, category }: FoundResource) {
  return { kind, documentType: 'resource', id, title, detail: category } as const
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
