import {
  type CatalogueFacets,
  type CatalogueKind,
  type catalogueSortKeys,
  type catalogues,
  lengthLimits,
} from '@learnt/contract/catalogues'
import type { DocumentType } from '@learnt/contract/document-kinds'
import type { AverageRating } from '@learnt/contract/ratings'
import type { RequestState } from '@learnt/contract/requests'
import type { ProgressState } from '@learnt/contract/states'
import { searchForm } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { isLocked, learnerSorts, type Sort } from '../../assignments/queries.ts'
import { averageOf } from '../../ratings/queries/find-rating.ts'
import { kindOfOffer, offersOf } from './offers.ts'

export interface OfferRow {
  readonly id: string
  readonly assignmentId: string
  readonly type: DocumentType
  readonly kind: CatalogueKind
  readonly title: string
  readonly description: string
  readonly category: string
  readonly tags: string[]
  readonly imageFileId: string | null
  readonly language: string
  readonly subtype: string
  readonly minutes: number
  readonly activityCount: number
  readonly publishedAt: Date | null
  readonly rating: AverageRating
  readonly state: ProgressState
  readonly progress: number
  readonly mayStartOver: boolean
  readonly needsRequest: boolean
  readonly isLocked: boolean
  readonly requestId: string | null
  readonly requestState: RequestState | null
}

/** Columns of an OfferRow that the document `d` has. */
export const documentColumns: RawBuilder<unknown> = sql`
  d.id, d.type, d.title, d.description, d.category, d.tags, d.image_file_id, d.language, d.subtype, d.minutes, d.activity_count, d.published_at, d.may_start_over, ${averageOf} as rating`

/** Each ascends: the newest, and what is furthest on, have the smallest number. What is done comes last. */
const newest: Sort = { by: sql`-extract(epoch from coalesce(d.published_at, d.created_at))`, type: sql`numeric` }
const sorts: Record<(typeof catalogueSortKeys)[number], Sort> = {
  ...learnerSorts('d', kindOfOffer),
  newest,
  createdAt: newest,
  length: { by: sql`case when d.minutes = 0 then 2147483647 else d.minutes end`, type: sql`int` },
  progress: { by: sql`case when a.state in ('completed', 'passed') then 1 else -a.progress end`, type: sql`numeric` },
}

const lengthOf = sql`
  case when d.minutes = 0 then 'unknown' when d.minutes <= ${sql.lit(lengthLimits.short)} then 'short'
    when d.minutes <= ${sql.lit(lengthLimits.medium)} then 'medium' else 'long' end`

type Query = z.output<typeof catalogues.list.query>
const facetNames = ['kind', 'category', 'tag', 'length', 'language'] as const

/**
 * A page of the catalogue with, on the first page, the counts behind each filter: one statement, which reads the person's
 * offers once.
 */
export async function listOffers(
  ctx: Ctx,
  tx: ReadTx,
  query: Query,
  kindsOff: readonly CatalogueKind[],
): Promise<{
  rows: OfferRow[]
  next: string | null
  total: number
  facets: CatalogueFacets | null
  isEmpty: boolean
}> {
  const { userId } = ctx.actor
  const list = `catalogue:${query.sort}`
  const after = decodeCursor(ctx, list, query.cursor)
  const sort = sorts[query.sort]
  const patterns = searchForm(query.search ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  const asked: Record<(typeof facetNames)[number], RawBuilder<unknown>> = {
    kind: query.kind?.length ? sql`kind = any(${query.kind}::text[])` : sql`true`,
    category: query.category?.length ? sql`category = any(${query.category}::text[])` : sql`true`,
    tag: query.tag?.length ? sql`tags && ${query.tag}::text[]` : sql`true`,
    length: query.length?.length ? sql`length = any(${query.length}::text[])` : sql`true`,
    language: query.language?.length ? sql`language = any(${query.language}::text[])` : sql`true`,
  }
  const all = sql`is_hit and ${sql.join(Object.values(asked), sql` and `)}`
  const { rows: found } = await sql<
    OfferRow & { sortKey: string; total: number; facets: CatalogueFacets | null; isEmpty: boolean }
  >`
    with offer as materialized (
      select a.id as assignment_id, d.id, a.state, a.progress, a.needs_request, a.waits_for, ${kindOfOffer} as kind, ${lengthOf} as length,
        d.category, d.tags, d.language, ${sort.by} as key, ${patterns.length > 0 ? sql`d.search_text like all (${patterns}::text[])` : sql`true`} as is_hit
      ${offersOf(userId, kindsOff)}
    ),
    page as materialized (
      select * from offer where ${all} and ${after ? sql`(key, id) > (${after[0]}::text::${sort.type}, ${after[1]}::uuid)` : sql`true`}
      order by key, id limit ${query.limit + 1}
    ),
    asked as materialized (
      select distinct on (document_id) document_id, id, state from requests
      where user_id = ${userId} and kind = 'document' order by document_id, made_at desc, id desc
    ),
    counts as (
      select (select count(*)::int from offer where ${all}) as total, not exists (select from offer) as is_empty, ${after ? sql`null::jsonb` : facetsOf(asked)} as facets
    )
    select card.*, counts.* from counts left join (
      select ${documentColumns}, a.assignment_id, a.kind, a.state, a.progress, a.needs_request, ${isLocked(userId)} as is_locked, r.id as request_id, r.state as request_state,
        a.key, a.key::text as sort_key
      from page a join documents d on d.id = a.id left join asked r on r.document_id = a.id
    ) card on true
    order by card.key, card.id`.execute(tx)
  const [first] = found
  const page = cutPage(
    ctx,
    list,
    found.filter((row) => row.id !== null),
    { limit: query.limit, key: (last) => [last.sortKey, last.id] },
  )
  return { ...page, total: first?.total ?? 0, facets: first?.facets ?? null, isEmpty: first?.isEmpty ?? true }
}

/** Each facet under the search and the other filters, as one JSON object; the values that most have come first. */
function facetsOf(asked: Record<(typeof facetNames)[number], RawBuilder<unknown>>): RawBuilder<unknown> {
  const facets = facetNames.map((name) => {
    const others = facetNames.filter((other) => other !== name).map((other) => asked[other])
    const value = name === 'tag' ? sql`unnest(tags)` : sql.ref(name)
    return sql`${sql.lit(name)}::text, (
      select coalesce(jsonb_agg(jsonb_build_object('value', value, 'count', people) order by people desc, value), '[]') from (
        select value, count(*)::int as people from (select ${value} as value from offer where is_hit and ${sql.join(others, sql` and `)}) found
        where value <> '' group by value
      ) counted)`
  })
  return sql`jsonb_build_object(${sql.join(facets)})`
}
