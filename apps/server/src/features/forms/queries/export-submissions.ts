import type { Field } from '@learnt/contract/forms/content'
import type { SubmissionsQuery } from '@learnt/contract/forms/operations'
import { textIn } from '@learnt/contract/forms/texts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { selectCells } from '../../../platform/csv.ts'
import { json, type ReadTx } from '../../../platform/db/database.ts'
import { columnsFor, type FileColumn, type FileFormat } from '../../../platform/xlsx.ts'
import { type Reviewer, shownSubmissions } from './list-submissions.ts'
import { toldAnswers } from './told-answers.ts'

type Filter = Pick<z.output<typeof SubmissionsQuery>, 'search' | 'state' | 'outcome' | 'version'>

export const submissionFileColumns: readonly FileColumn[] = [
  { header: 'name', type: 'text', of: sql`name` },
  { header: 'email', type: 'text', of: sql`email` },
  { header: 'attempt', type: 'integer', of: sql`number` },
  { header: 'version', type: 'integer', of: sql`version_number` },
  { header: 'state', type: 'text', of: sql`state` },
  { header: 'startedAt', type: 'moment', of: sql`started_at` },
  { header: 'submittedAt', type: 'moment', of: sql`submitted_at` },
  { header: 'points', type: 'decimal', of: sql`points` },
  { header: 'percent', type: 'decimal', of: sql`percent` },
]

/** A column for each question, with its answers in words. */
export function answerColumns(fields: readonly Field[], language: string): FileColumn[] {
  const seen = new Map<string, number>()
  return fields.flatMap((field): FileColumn[] => {
    if (!('required' in field)) return []
    const label = textIn(field.label, language).slice(0, 200) || field.key
    const times = (seen.get(label) ?? 0) + 1
    seen.set(label, times)
    // Two questions of the same words are told apart.
    const header = times === 1 ? label : `${label} (${times})`
    const isDay = field.kind === 'date' || field.kind === 'dateTime'
    return [{ header, type: isDay ? 'written' : 'text', of: saidAnswer(field, language) }]
  })
}

/** Which parts of an answer are said; of the others all. */
const paths: Partial<Record<Field['kind'], string>> = {
  person: '$[*].name',
  file: '$[*].name',
  signature: '$.name',
}

function saidAnswer(field: Field, language: string): RawBuilder<unknown> {
  const labels: Record<string, string> = {}
  const name = (list: readonly { key: string; label: Parameters<typeof textIn>[0] }[]) => {
    for (const one of list) labels[one.key] = textIn(one.label, language)
  }
  if ('choices' in field) name(field.choices)
  if ('columns' in field) name(field.columns)
  if ('items' in field) name(field.items)
  if ('targets' in field) name(field.targets)
  if ('gaps' in field) for (const gap of field.gaps) name(gap.choices)
  const value = sql`(answers->${field.key})`
  const path = paths[field.kind] ?? 'strict $.**'
  return sql`(
    select string_agg(coalesce(${json(labels)}::jsonb->>(leaf #>> '{}'), leaf #>> '{}'), ', ')
    from jsonb_path_query(${value}, ${path}::jsonpath) leaf where jsonb_typeof(leaf) in ('string', 'number', 'boolean'))`
}

/** Answers to an anonymous form that may be told, without anything that leads to a person, in an order that says nothing. */
export function anonymousFile(of: {
  formId: string
  version: number | undefined
  format: FileFormat
  columns: readonly FileColumn[]
}): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (
      select n.id, n.answers ${toldAnswers(of)}
    ) f order by id`
}

export async function countSubmissions(
  ctx: Ctx,
  tx: ReadTx,
  of: { reviewer: Reviewer; formId: string; filter: Filter },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total ${found(ctx, of)}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** The rows as the database writes them into a file. */
export function submissionsFile(
  ctx: Ctx,
  of: { reviewer: Reviewer; formId: string; filter: Filter; format: FileFormat; columns: readonly FileColumn[] },
): RawBuilder<unknown> {
  return sql`
    select ${selectCells(columnsFor(of.format, of.columns))} from (
      select s.id, rtrim(p.shown_first_name || ' ' || p.last_name) as name, p.email, s.number, v.number as version_number, coalesce(s.outcome, s.state) as state,
        s.started_at, s.submitted_at, s.points, s.percent,
        (select coalesce(jsonb_object_agg(x.field, x.value) filter (where x.value is not null), '{}') from answers x where x.submission_id = s.id) as answers
      ${found(ctx, of)}
    ) f order by submitted_at nulls last, id`
}

/** Nobody sees what is not submitted. */
function found(ctx: Ctx, of: { reviewer: Reviewer; formId: string; filter: Filter }): RawBuilder<unknown> {
  const { state } = of.filter
  return sql`
    ${shownSubmissions(ctx, { reviewer: of.reviewer, formId: of.formId, query: of.filter })} and s.submitted_at is not null
    and ${state?.length ? sql`s.state = any(${state}::text[])` : sql`true`}`
}
