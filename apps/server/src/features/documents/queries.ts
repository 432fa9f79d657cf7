import { type DocumentType, documentKinds, documentTypes } from '@learnt/contract/document-kinds'
import type { DocumentFilter, DocumentSortKey } from '@learnt/contract/documents'
import { type PublicationState, publicationStates, visibleToLearners } from '@learnt/contract/states'
import { fullName } from '@learnt/contract/text'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx, Row, WriteTx } from '../../platform/db/database.ts'
import { foundPage, type PageBehind, searched } from '../../platform/db/search.ts'
import { countedAs, countUpTo, readCount, type Total } from '../../platform/list-counts.ts'
import { readTenantConfig } from '../../platform/tenant/settings.ts'

export type DocumentRecord = Row<'documents'>

/** What the content of every kind has. */
export interface BaseContent {
  readonly title: string
  readonly description: string
  readonly category: string
  readonly tags: string[]
  readonly imageFileId: string | null
  /** Missing in kinds that nobody opens. */
  readonly prerequisites?: readonly string[]
}

/** What a list of one kind is narrowed to; only courses ask for bundles. */
export type Filter = DocumentFilter & {
  readonly isBundle?: boolean | undefined
  /** Only what this person made. */
  readonly createdBy?: string | undefined
}
export type SortKey = DocumentSortKey | 'isBundle'

export function findDocument(tx: ReadTx, type: DocumentType, id: string): Promise<DocumentRecord | undefined> {
  return tx.selectFrom('documents').selectAll().where('id', '=', id).where('type', '=', type).executeTakeFirst()
}

/** The row as nobody else can change it until the end of the transaction. */
export function lockDocument(tx: WriteTx, type: DocumentType, id: string): Promise<DocumentRecord | undefined> {
  return tx
    .selectFrom('documents')
    .selectAll()
    .where('id', '=', id)
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirst()
}

export async function getContent<Content extends BaseContent>(tx: ReadTx, versionId: string): Promise<Content> {
  const version = await tx
    .selectFrom('documentVersions')
    .select('content')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow()
  return version.content as Content
}

/** What the editor works on: the draft, else what is published. */
export function getWorkingContent<Content extends BaseContent>(
  tx: ReadTx,
  document: Pick<DocumentRecord, 'draftVersionId' | 'publishedVersionId'>,
): Promise<Content> {
  const versionId = document.draftVersionId ?? document.publishedVersionId
  if (versionId === null) throw new Error('A document without any content')
  return getContent(tx, versionId)
}

const listColumns = [
  'id',
  'type',
  'subtype',
  'title',
  'imageFileId',
  'status',
  'isBundle',
  'category',
  'tags',
  'requiredCount',
  'optionalCount',
  'activityCount',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const

export type ListedDocument = Pick<DocumentRecord, (typeof listColumns)[number]>

/** Each key's expression and type. Required ones lead by their number, then optional ones, then those nobody has. */
const sortKeys: Record<SortKey, { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  // A plain column: row security keeps expressions out of index conditions.
  title: { by: sql`sort_title`, type: sql`text` },
  createdAt: { by: sql`created_at`, type: sql`timestamptz` },
  updatedAt: { by: sql`updated_at`, type: sql`timestamptz` },
  category: { by: sql`lower(category)`, type: sql`text` },
  status: { by: sql`status_rank`, type: sql`int` },
  type: { by: sql`subtype`, type: sql`text` },
  isBundle: { by: sql`is_bundle`, type: sql`boolean` },
  availability: {
    by: sql`case when required_count > 0 then -1000000000 - required_count when optional_count > 0 then -optional_count else 0 end`,
    type: sql`int`,
  },
}

interface PageOf extends PageBehind {
  readonly type: DocumentType
  readonly filter: Filter
  readonly sort: SortKey
}
type PagedDocument = ListedDocument & { sortKey: string }

/** One page of the list and how many there are in all: one round trip. */
export async function listDocuments(tx: ReadTx, of: PageOf): Promise<Total & { rows: PagedDocument[] }> {
  if (of.filter.search) return listFound(tx, of)
  const { by, type } = sortKeys[of.sort]
  const beyond = sql.raw(of.direction === 'asc' ? '>' : '<')
  const conditions = matches(of.type, of.filter)
  const page = tx
    .selectFrom('documents')
    .select(listColumns)
    // As text, so that the cursor holds every digit of it.
    .select(sql<string>`(${by})::text`.as('sortKey'))
    .where(
      of.after
        ? sql<boolean>`${conditions} and (${by}, id) ${beyond} (${of.after[0]}::text::${type}, ${of.after[1]}::uuid)`
        : conditions,
    )
    .orderBy(by, of.direction)
    .orderBy('id', of.direction)
    .limit(of.limit + 1)
  const [rows, total] = await Promise.all([page.execute(), totalOf(tx, of.type, of.filter)])
  return { rows, ...total }
}

/** The same where words are looked for. */
async function listFound(tx: ReadTx, of: PageOf): Promise<Total & { rows: PagedDocument[] }> {
  const key = sortKeys[of.sort]
  const page = foundPage('documents', { search: of.filter.search, where: matches(of.type, of.filter), key, page: of })
  const { rows } = await sql<PagedDocument & { found: number }>`
    select ${sql.join(listColumns.map((column) => sql.ref(column)))}, (${key.by})::text as sort_key, found
    from ${page} page join documents on id = found_id order by place`.execute(tx)
  // Behind the last page nobody says how many there are.
  return {
    rows,
    ...(rows[0] || of.after === null ? countedAs(rows[0]?.found ?? 0) : await totalOf(tx, of.type, of.filter)),
  }
}

/** Statuses are counted all the time; anything else as far as people read numbers. */
function totalOf(tx: ReadTx, type: DocumentType, filter: Filter): Promise<Total> {
  const { search, category, tag, subtype, isBundle, createdBy, availability: available } = filter
  if (createdBy !== undefined)
    return countUpTo(tx, sql`${searched('documents', search)} where ${matches(type, filter)}`)
  if (search || category?.length || tag?.length || subtype?.length || isBundle !== undefined || available?.length)
    return countUpTo(tx, sql`${searched('documents', search)} where ${matches(type, filter)}`)
  return readCount(tx, type, { statuses: statusesOf(filter) })
}

/** Ids of everything that a filter matches, by title. */
export async function listMatchingIds(tx: ReadTx, type: DocumentType, filter: Filter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${searched('documents', filter.search)} where ${matches(type, filter)} order by sort_title, id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** Filters beside the words of the search. */
function matches(type: DocumentType, filter: Filter): RawBuilder<boolean> {
  const conditions: RawBuilder<boolean>[] = [sql`type = ${type}`]
  conditions.push(sql`status = any(${statusesOf(filter)}::text[])`)
  if (filter.category?.length) conditions.push(sql`category = any(${filter.category}::text[])`)
  if (filter.tag?.length) conditions.push(sql`tags && ${filter.tag}::text[]`)
  if (filter.subtype?.length) conditions.push(sql`subtype = any(${filter.subtype}::text[])`)
  if (filter.isBundle !== undefined) conditions.push(sql`is_bundle = ${filter.isBundle}`)
  // What a search answers does not say who made it.
  if (filter.createdBy !== undefined)
    conditions.push(sql`id in (select id from documents where created_by = ${filter.createdBy})`)
  if (filter.availability?.length) conditions.push(sql`${availability} = any(${filter.availability}::text[])`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Archived ones are shown when asked for only. */
function statusesOf(filter: Filter): readonly PublicationState[] {
  return filter.status?.length ? filter.status : publicationStates.filter((state) => state !== 'archived')
}

/** A document is required if some have it as required, even if others have it as optional. */
const availability = sql<string>`case when required_count > 0 then 'required' when optional_count > 0 then 'optional' else 'nobody' end`

type Counted = { value: string; count: number }[]

/** Counts behind each filter value; archived documents count among the states only, as the list shows them only when asked. */
export async function countFacets(
  tx: ReadTx,
  type: DocumentType,
  createdBy?: string,
): Promise<Record<'status' | 'category' | 'tag' | 'subtype' | 'isBundle' | 'availability', Counted>> {
  const mine = createdBy === undefined ? sql`true` : sql`created_by = ${createdBy}`
  const count = async (query: RawBuilder<{ value: string; count: number }>): Promise<Counted> =>
    (await query.execute(tx)).rows.map((row) => ({ value: row.value, count: Number(row.count) }))
  const [status, category, tag, subtype, isBundle, available] = await Promise.all([
    count(
      sql`select status as value, count(*) as count from documents where type = ${type} and ${mine} group by status, status_rank order by status_rank`,
    ),
    count(
      sql`select category as value, count(*) as count from documents where type = ${type} and ${mine} and status <> 'archived' and category <> '' group by 1 order by lower(category), 1`,
    ),
    count(
      sql`select tag as value, count(*) as count from documents, unnest(tags) tag where type = ${type} and ${mine} and status <> 'archived' group by 1 order by lower(tag), 1`,
    ),
    count(
      sql`select subtype as value, count(*) as count from documents where type = ${type} and ${mine} and status <> 'archived' group by 1 order by 1`,
    ),
    count(
      sql`select is_bundle::text as value, count(*) as count from documents where type = ${type} and ${mine} and status <> 'archived' group by 1 order by 1`,
    ),
    count(
      sql`select ${availability} as value, count(*) as count from documents where type = ${type} and ${mine} and status <> 'archived' group by 1 order by 1`,
    ),
  ])
  return { status, category, tag, subtype, isBundle, availability: available }
}

/** What a document's own page shows beside its row and content. */
export async function readSurroundings<Content extends BaseContent>(tx: ReadTx, document: DocumentRecord) {
  const [content, createdBy, published] = await Promise.all([
    getWorkingContent<Content>(tx, document),
    findPersonName(tx, document.createdBy),
    document.publishedVersionId
      ? tx
          .selectFrom('documentVersions')
          .select('number')
          .where('id', '=', document.publishedVersionId)
          .executeTakeFirst()
      : undefined,
  ])
  return { content, createdBy, publishedNumber: published?.number ?? null }
}

export type NamedRow = Pick<
  DocumentRecord,
  'id' | 'type' | 'subtype' | 'title' | 'status' | 'imageFileId' | 'isBundle' | 'minutes' | 'activityCount'
>

/** Documents that a content names, by id. One statement whatever the number; none for none. */
export async function listNamed(tx: ReadTx, ids: readonly string[]): Promise<Map<string, NamedRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('documents')
    .select(['id', 'type', 'subtype', 'title', 'status', 'imageFileId', 'isBundle', 'minutes', 'activityCount'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export function isVisible(status: PublicationState): boolean {
  return visibleToLearners.includes(status)
}

/** How many people a new version affects. */
export async function countLearners(
  tx: ReadTx,
  documentId: string,
): Promise<{ assigned: number; underWay: number; completed: number }> {
  const counts = await tx
    .selectFrom('assignments')
    .select([
      sql<number>`count(*)`.as('assigned'),
      sql<number>`count(*) filter (where state in ('inprogress', 'failed'))`.as('underWay'),
      sql<number>`count(*) filter (where state in ('completed', 'passed'))`.as('completed'),
    ])
    .where('documentId', '=', documentId)
    .where(
      sql<boolean>`(is_active or exists (select from assignment_sources s where s.assignment_id = assignments.id))`,
    )
    .executeTakeFirstOrThrow()
  return { assigned: Number(counts.assigned), underWay: Number(counts.underWay), completed: Number(counts.completed) }
}

/** Published versions, newest first, with the people who are on each. */
export async function listVersions(tx: ReadTx, documentId: string) {
  const { rows } = await sql<{
    id: string
    number: number
    publishedAt: Date
    publishedBy: string
    note: string
    learners: number
  }>`
    select v.id, v.number, v.published_at, v.note,
      coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = v.published_by and m.is_primary), '') as published_by,
      coalesce(on_it.people, 0) as learners
    from document_versions v
    left join (
      select version_id, count(*) as people from assignments
      where document_id = ${documentId} and is_active and version_id is not null
      group by version_id
    ) on_it on on_it.version_id = v.id
    where v.document_id = ${documentId} and v.number is not null
    order by v.number desc`.execute(tx)
  return rows.map((row) => ({ ...row, learners: Number(row.learners) }))
}

/** A published version of a document; undefined: it has no such one. */
export async function findVersion<Content extends BaseContent>(tx: ReadTx, documentId: string, versionId: string) {
  const row = await tx
    .selectFrom('documentVersions')
    .select(['id', 'number', 'content', 'note', 'publishedAt', 'publishedBy'])
    .where('documentId', '=', documentId)
    .where('id', '=', versionId)
    .where('number', 'is not', null)
    .executeTakeFirst()
  if (!row || row.number === null || row.publishedAt === null) return undefined
  const { id, number, note, publishedAt } = row
  const publishedBy = await findPersonName(tx, row.publishedBy)
  return { version: { id, number, note, publishedAt, publishedBy }, content: row.content as Content }
}

export async function nextVersionNumber(tx: ReadTx, documentId: string): Promise<number> {
  const newest = await tx
    .selectFrom('documentVersions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('documentId', '=', documentId)
    .executeTakeFirst()
  return Number(newest?.number ?? 0) + 1
}

async function findPersonName(tx: ReadTx, userId: string | null): Promise<string> {
  if (userId === null) return ''
  const person = await tx
    .selectFrom('memberships')
    .select(['shownFirstName as firstName', 'lastName'])
    .where('userId', '=', userId)
    .where('isPrimary', '=', true)
    .executeTakeFirst()
  return person ? fullName(person) : ''
}

/** Types of document whose part of the product the tenant has switched on. */
export async function listShownTypes(tx: ReadTx): Promise<DocumentType[]> {
  const { rows } = await sql<{ settings: unknown }>`select control.settings_of_tenant() as settings`.execute(tx)
  const { features } = readTenantConfig(rows[0]?.settings)
  return documentTypes.filter((type) => {
    const { feature } = documentKinds[type]
    return feature === null || features[feature]
  })
}
