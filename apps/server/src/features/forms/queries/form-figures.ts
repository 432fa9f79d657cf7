import type { Outcome } from '@learnt/contract/forms/submission-states'
import { type RawBuilder, sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'

/**
 * The state in which a submission counts: if it differs from the state last counted, it is counted again. So code that
 * changes a submission need not think of its figures. The index submissions_to_count says the same.
 */
export const signOf = sql`(
  state || '/' || coalesce(outcome, '') || '/' || marked_revision::text || '/' || coalesce(points::text, '') || '/'
  || case when submitted_at is null then '' else revision::text end)`

/** What submissions count for, one row each: `of` has id, version_id and the columns of a submission. */
export function figuresOf(of: RawBuilder<unknown>): RawBuilder<unknown> {
  const day = (moment: RawBuilder<unknown>) =>
    sql`to_char(${moment} at time zone control.zone_of_tenant(), 'YYYY-MM-DD')`
  return sql`
    with s as (select * from ${of} s),
    a as (
      select s.id, s.version_id, s.percent, a.field, a.value,
        case when a.verdict <> 'leftOut' then a.points end as points, case when a.verdict <> 'leftOut' then a.out_of end as out_of
      from s join answers a on a.submission_id = s.id where s.submitted_at is not null
    ),
    marked as (select * from a where points is not null),
    paired as (select id, version_id, field, points as x, percent as y from marked where percent is not null)
    select id, version_id, '' as field, 'started' as name, ${day(sql`started_at`)} as value, 1::numeric as amount from s
    union all select id, version_id, '', 'submitted', ${day(sql`submitted_at`)}, 1 from s where submitted_at is not null
    union all select id, version_id, '', 'outcome', outcome, 1 from s where outcome is not null
    union all select id, version_id, '', 'seconds', floor(ln(greatest(1, extract(epoch from submitted_at - started_at))) * 20)::int::text, 1
      from s where submitted_at is not null
    union all select id, version_id, '', 'percent', 'count', 1 from s where percent is not null
    union all select id, version_id, '', 'percent', 'sum', percent from s where percent is not null
    union all select id, version_id, field, 'answered', '', 1 from a where value is not null
    union all select id, version_id, field, 'number', 'count', 1 from a where jsonb_typeof(value) = 'number'
    union all select id, version_id, field, 'number', 'sum', (value #>> '{}')::numeric from a where jsonb_typeof(value) = 'number'
    union all select id, version_id, field, 'points', 'sum', points from marked
    union all select id, version_id, field, 'points', 'outOf', out_of from marked where out_of is not null
    union all select id, version_id, field, 'pair', pair.name, pair.amount from paired
      cross join lateral (values ('n', 1::numeric), ('x', x), ('y', y), ('xx', x * x), ('yy', y * y), ('xy', x * y)) pair(name, amount)
    union all select id, version_id, field, 'choice', leaf.value, 1 from a cross join lateral (${leaves(sql`a.value`)}) leaf`
}

/** What an answer chooses: choices, cells of a matrix as row/column, steps of a scale, yes and no. */
export function leaves(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select x #>> '{}' as value from jsonb_path_query(${value}, '$.choices[*]') x where jsonb_typeof(${value}) = 'object'
    union all select r.key || '/' || (c #>> '{}') from jsonb_each(case when jsonb_typeof(${value}) = 'object' and not ${value} ? 'choices' then ${value} else '{}' end) r,
      jsonb_path_query(r.value, '$[*]') c where jsonb_typeof(r.value) = 'array' and jsonb_typeof(c) = 'string' and length(c #>> '{}') <= 40
    union all select ${value} #>> '{}' where jsonb_typeof(${value}) = 'boolean'
      or (jsonb_typeof(${value}) = 'number' and ${value} #>> '{}' ~ '^-?[0-9]{1,2}$')`
}

export interface Figure {
  readonly field: string
  readonly name: string
  readonly value: string
  readonly amount: number
}

/** Submissions that wait to be counted and are looked at while somebody reads; more of them come with the next fold. */
const waiting = 2000

/** The figures of a form as they stand now: those that are kept, and what has come in since the last fold. */
export async function readFigures(tx: ReadTx, formId: string, version: number | undefined): Promise<Figure[]> {
  const inVersion = sql`(select v.id from document_versions v where v.document_id = ${formId} and ${version === undefined ? sql`v.number is not null` : sql`v.number = ${version}`})`
  const late = sql`(select * from submissions s where form_id = ${formId} and version_id in ${inVersion} and counted_sign is distinct from ${signOf} order by id limit ${waiting})`
  const { rows } = await sql<Figure>`
    with late as materialized ${late},
    parts as (
      select field, name, value, amount from form_figures where version_id in ${inVersion}
      union all select field, name, value, amount from (${figuresOf(sql`late`)}) n
      union all select f->>0, f->>1, f->>2, -(f->>3)::numeric from late l join submission_figures x on x.submission_id = l.id
        cross join lateral jsonb_array_elements(x.figures) f
    )
    select field, name, value, sum(amount)::float as amount from parts group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`.execute(
    tx,
  )
  return rows
}

/** The same, counted from every submission: what the kept figures have to equal. */
export async function countFigures(tx: ReadTx, formId: string): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select field, name, value, sum(amount)::float as amount from (${figuresOf(sql`(select * from submissions where form_id = ${formId})`)}) f
    group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`.execute(tx)
  return rows
}

/** How far those have come who have not submitted yet: the number of the furthest page with an answer, and how many. */
export async function countOpenPages(
  tx: ReadTx,
  of: { formId: string; version: number | undefined; pages: readonly { field: string; page: number }[] },
): Promise<{ page: number; count: number }[]> {
  const { rows } = await sql<{ page: number; count: number }>`
    select page, count(*)::int as count from (
      select s.id, coalesce(max(m.page), 0) as page from submissions s join document_versions v on v.id = s.version_id
      left join answers a on a.submission_id = s.id and a.value is not null
      left join jsonb_to_recordset(${JSON.stringify(of.pages)}::text::jsonb) as m(field text, page int) on m.field = a.field
      where s.form_id = ${of.formId} and s.submitted_at is null and s.state = 'inprogress'
        and ${of.version === undefined ? sql`true` : sql`v.number = ${of.version}`}
      group by s.id
    ) o group by 1`.execute(tx)
  return rows
}

/** A figure of the whole form by its value. */
export function ofForm(figures: readonly Figure[], name: string): { value: string; amount: number }[] {
  return figures.filter((one) => one.field === '' && one.name === name)
}

export const outcomesIn = (figures: readonly Figure[]) =>
  ofForm(figures, 'outcome').map(({ value, amount }) => ({ value: value as Outcome, count: amount }))

/** The middle of the times that people took, from their steps of five percent. */
export function medianSeconds(figures: readonly Figure[]): number | null {
  const steps = ofForm(figures, 'seconds')
    .map(({ value, amount }) => ({ step: Number(value), amount }))
    .sort((a, b) => a.step - b.step)
  const all = steps.reduce((sum, one) => sum + one.amount, 0)
  let before = 0
  for (const { step, amount } of steps) {
    before += amount
    if (before * 2 >= all) return Math.round(Math.exp((step + 0.5) / 20))
  }
  return null
}

/** How well the points of a question go with the result as a whole, -1 to 1. Null: there is nothing to compare. */
export function discriminationOf(sums: ReadonlyMap<string, number>): number | null {
  const [n, x, y, xx, yy, xy] = ['n', 'x', 'y', 'xx', 'yy', 'xy'].map((name) => sums.get(name) ?? 0) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const [a, b] = [n * xx - x * x, n * yy - y * y]
  return n < 2 || a <= 1e-9 || b <= 1e-9 ? null : Math.max(-1, Math.min(1, (n * xy - x * y) / Math.sqrt(a * b)))
}
