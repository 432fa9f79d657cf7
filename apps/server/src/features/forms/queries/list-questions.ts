import type { Field } from '@learnt/contract/forms/content'
import type { Difficulty, questionSortKeys, questions, questionUses } from '@learnt/contract/forms/questions'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { cutPage, decodeCursor } from '../../../platform/cursor.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { hasWords } from '../../../platform/db/search.ts'

export interface QuestionRow {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly points: number
  readonly category: string
  readonly tags: string[]
  readonly difficulty: Difficulty
  readonly forManagers: boolean
  readonly isArchived: boolean
  readonly version: number
  readonly revision: number
  readonly attempts: number
  readonly updatedBy: string
  readonly updatedAt: Date
  readonly createdAt: Date
}

type Query = z.output<typeof questions.list.query>

const attempts = sql`(select count(*)::int from drawn_questions x where x.question_id = q.id)`
const columns = sql`
  q.id, q.title, q.kind, q.points::float as points, q.category, q.tags, q.difficulty, q.for_managers, q.is_archived, q.version, q.revision,
  ${attempts} as attempts, q.updated_at, q.created_at,
  coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = q.updated_by and m.is_primary), '') as updated_by`

const sorts: Record<(typeof questionSortKeys)[number], { by: RawBuilder<unknown>; type: RawBuilder<unknown> }> = {
  title: { by: sql`q.search_text`, type: sql`text` },
  category: { by: sql`q.category`, type: sql`text` },
  difficulty: { by: sql`array_position(array['easy', 'medium', 'hard'], q.difficulty)`, type: sql`int` },
  attempts: { by: attempts, type: sql`int` },
  updatedAt: { by: sql`q.updated_at`, type: sql`timestamptz` },
  createdAt: { by: sql`q.created_at`, type: sql`timestamptz` },
}

export async function listQuestions(
  ctx: Ctx,
  query: Query,
): Promise<{ rows: QuestionRow[]; next: string | null; total: number }> {
  const list = `questions:${query.sort}:${query.direction}`
  const cursor = decodeCursor(ctx, list, query.cursor)
  const { by, type } = sorts[query.sort]
  const direction = sql.raw(query.direction)
  const found = sql<boolean>`q.is_archived = ${query.archived ?? false} and ${hasWords(sql`q.title || ' ' || q.category || ' ' || array_to_string(q.tags, ' ')`, query.search)}
    and ${query.kind?.length ? sql`q.kind = any(${query.kind}::text[])` : sql`true`}
    and ${query.category?.length ? sql`q.category = any(${query.category}::text[])` : sql`true`}
    and ${query.tag?.length ? sql`q.tags && ${query.tag}::text[]` : sql`true`}
    and ${query.difficulty?.length ? sql`q.difficulty = any(${query.difficulty}::text[])` : sql`true`}`
  const beyond = cursor
    ? sql`(${by}, q.id) ${sql.raw(query.direction === 'asc' ? '>' : '<')} (${cursor[0]}::text::${type}, ${cursor[1]}::uuid)`
    : sql`true`
  const [page, count] = await ctx.read((tx) =>
    Promise.all([
      sql<QuestionRow & { sortValue: string }>`
        select ${columns}, (${by})::text as sort_value from questions q where ${found} and ${beyond}
        order by ${by} ${direction}, q.id ${direction} limit ${query.limit + 1}`.execute(tx),
      sql<{ total: number }>`select count(*)::int as total from questions q where ${found}`.execute(tx),
    ]),
  )
  return {
    ...cutPage(ctx, list, page.rows, { limit: query.limit, key: (last) => [last.sortValue, last.id] }),
    total: count.rows[0]?.total ?? 0,
  }
}

export interface WholeQuestion extends QuestionRow {
  readonly content: Field
  readonly isAnswered: boolean
  readonly versions: {
    number: number
    title: string
    attempts: number
    corrections: number
    createdBy: string
    createdAt: string
  }[]
  readonly usedBy: { formId: string; title: string; use: (typeof questionUses)[number] }[]
}

/** One question with everything around it, in one statement. */
export async function findQuestion(tx: ReadTx, id: string): Promise<WholeQuestion | null> {
  const fieldsOfForm = sql`jsonb_path_query(v.content, '$.pages[*].sections[*].fields[*]')`
  const { rows } = await sql<WholeQuestion>`
    select ${columns}, newest.content,
      exists (select from drawn_questions x where x.question_id = q.id and x.version = q.version) as is_answered,
      (select jsonb_agg(jsonb_build_object('number', o.number, 'title', o.content->'label'->>'text', 'createdAt', o.created_at,
          'attempts', (select count(*) from drawn_questions x where x.question_id = q.id and x.version = o.number),
          'corrections', (select count(*) from key_corrections k where k.question_id = q.id and k.question_version = o.number),
          'createdBy', coalesce((select rtrim(m.shown_first_name || ' ' || m.last_name) from memberships m where m.user_id = o.created_by and m.is_primary), '')
        ) order by o.number desc) from question_versions o where o.question_id = q.id) as versions,
      coalesce((select jsonb_agg(jsonb_build_object('formId', u.id, 'title', u.title, 'use', u.use) order by u.title, u.id, u.use) from (
        select distinct d.id, d.title, case when f->>'kind' = 'draw' then 'draws' else 'copy' end as use
        from documents d join document_versions v on v.id in (d.published_version_id, d.draft_version_id) cross join lateral ${fieldsOfForm} f
        where d.type = 'form' and d.status <> 'archived' and (f->'quiz'->'bank'->>'questionId' = q.id::text
          or (f->>'kind' = 'draw' and not q.is_archived and ${drawsFrom(sql`f`)} and (q.for_managers or ${isByAdmin(sql`d.created_by`)})))
        order by d.title, d.id limit 100
      ) u), '[]') as used_by
    from questions q join question_versions newest on newest.question_id = q.id and newest.number = q.version
    where q.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** Whether a field of a form, as JSON, draws from where question `q` stands. */
function drawsFrom(field: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${field}->>'category' in ('', q.category) and ${field}->>'difficulty' in ('any', q.difficulty)
    and q.tags @> array(select jsonb_array_elements_text(${field}->'tags')))`
}

/**
 * Whether a form is an administrator's: those may use the whole bank. The forms of managers draw only what is marked for
 * them. A form of nobody came with the tenant.
 */
function isByAdmin(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${userId} is null or exists (
    select from memberships a where a.user_id = ${userId} and a.roles && array['admin', 'superadmin']))`
}

export interface DrawWish {
  readonly key: string
  readonly count: number
  readonly category: string
  readonly tags: readonly string[]
  readonly difficulty: string
  readonly points: number | null
}

export interface DrawnRow {
  /** Key of the field that draws. */
  readonly draw: string
  readonly questionId: string
  readonly version: number
  readonly content: Field
}

/** Who draws: the author of a form, or the user who looks at the bank. */
export type DrawnFor = { readonly authorOf: string } | { readonly wholeBank: boolean }

function mayDraw(by: DrawnFor): RawBuilder<boolean> {
  if ('wholeBank' in by) return by.wholeBank ? sql<boolean>`true` : sql<boolean>`q.for_managers`
  return sql<boolean>`(q.for_managers or (select ${isByAdmin(sql`d.created_by`)} from documents d where d.id = ${by.authorOf}))`
}

function isWished(wish: DrawWish): RawBuilder<boolean> {
  return sql<boolean>`(not q.is_archived
    and ${wish.category === '' ? sql`true` : sql`q.category = ${wish.category}`}
    and ${wish.difficulty === 'any' ? sql`true` : sql`q.difficulty = ${wish.difficulty}`}
    and ${wish.tags.length === 0 ? sql`true` : sql`q.tags @> ${wish.tags}::text[]`})`
}

/**
 * Questions at random for each wish; as many again as are wished in all, so that one which two of them find is left for
 * either. One statement.
 */
export async function drawCandidates(tx: ReadTx, wishes: readonly DrawWish[], by: DrawnFor): Promise<DrawnRow[]> {
  if (wishes.length === 0) return []
  const wanted = wishes.reduce((sum, wish) => sum + wish.count, 0)
  const parts = wishes.map(
    (wish) => sql`(
      select ${wish.key}::text as draw, q.id as question_id, q.version from questions q
      where ${isWished(wish)} and ${mayDraw(by)} order by random() limit ${wanted})`,
  )
  const { rows } = await sql<DrawnRow>`
    select c.draw, c.question_id, c.version, v.content from (${sql.join(parts, sql` union all `)}) c
    join question_versions v on v.question_id = c.question_id and v.number = c.version`.execute(tx)
  return rows
}

/** The number of questions in the bank, for filters and for authors of a field that draws. */
export async function countQuestions(
  tx: ReadTx,
  by: DrawnFor,
): Promise<{ facet: 'category' | 'tag' | 'difficulty' | 'kind'; value: string; count: number }[]> {
  const { rows } = await sql<{ facet: 'category' | 'tag' | 'difficulty' | 'kind'; value: string; count: number }>`
    with mine as (select q.* from questions q where not q.is_archived and ${mayDraw(by)})
    select 'category' as facet, category as value, count(*)::int as count from mine where category <> '' group by 2
    union all select 'difficulty', difficulty, count(*)::int from mine group by 2
    union all select 'kind', kind, count(*)::int from mine group by 2
    union all (select 'tag', tag, count(*)::int from mine, unnest(tags) tag group by 2 order by 3 desc, 2 limit 200)
    order by 1, 2`.execute(tx)
  return rows
}

/** Questions that attempts at a form have drawn, in their newest version. */
export async function listDrawnFields(tx: ReadTx, formId: string): Promise<Field[]> {
  const { rows } = await sql<{ content: Field }>`
    select v.content from questions q join question_versions v on v.question_id = q.id and v.number = q.version
    where exists (select from drawn_questions x join submissions s on s.id = x.submission_id where x.question_id = q.id and s.form_id = ${formId})
    order by q.search_text, q.id`.execute(tx)
  return rows.map((row) => row.content)
}
