import type { Field, FormContent } from '@learnt/contract/forms/content'
import type { forms } from '@learnt/contract/forms/operations'
import type { Outcome } from '@learnt/contract/forms/submission-states'
import { fieldsByKey, textIn } from '@learnt/contract/forms/texts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import { type Reviewer, shownSubmissions } from './list-submissions.ts'

type Analytics = z.input<typeof forms.analytics.response>

/** A group this small is not told of an anonymous form. */
const smallestGroup = 5

/**
 * Figures of a form over the submissions that the reviewer sees, in one round trip. Versions are combined by the keys of
 * fields and choices.
 */
export async function readAnalytics(
  ctx: Ctx,
  tx: ReadTx,
  form: FormContent,
  of: { reviewer: Reviewer; formId: string; version: number | undefined },
): Promise<Analytics> {
  const shown = shownSubmissions(ctx, { reviewer: of.reviewer, formId: of.formId, query: { version: of.version } })
  const { anonymous } = form.settings
  const submitted = sql`select s.id, s.percent ${shown} and s.submitted_at is not null`
  const given = anonymous
    ? sql`select x.key as field, x.value, null::numeric as points, null::numeric as out_of, null::numeric as percent
        from anonymous_answers n cross join lateral jsonb_each(n.answers) x where n.form_id = ${of.formId}`
    : sql`select a.field, a.value, a.points, a.out_of, s.percent from (${submitted}) s join answers a on a.submission_id = s.id`
  const [totals, outcomes, days, values, questions] = await Promise.all([
    anonymous
      ? countAnonymous(tx, of.formId)
      : sql<{
          started: number
          submitted: number
          decided: number
          averagePercent: number | null
          medianSeconds: number | null
        }>`
      select count(*)::int as started, count(s.submitted_at)::int as submitted, count(s.outcome)::int as decided, avg(s.percent)::float as average_percent,
        (percentile_cont(0.5) within group (order by extract(epoch from s.submitted_at - s.started_at)))::float as median_seconds ${shown}`.execute(
          tx,
        ),
    sql<{ value: Outcome; count: number }>`
      select s.outcome as value, count(*)::int as count ${shown} and s.outcome is not null group by 1 order by 1`.execute(
      tx,
    ),
    sql<{ day: string; started: number; submitted: number }>`
      select day, sum(started)::int as started, sum(submitted)::int as submitted from (
        select ${dayOf(sql`s.started_at`)} as day, 1 as started, 0 as submitted ${shown}
        union all select ${dayOf(sql`s.submitted_at`)}, 0, 1 ${shown} and s.submitted_at is not null
      ) d group by 1 order by 1`.execute(tx),
    sql<{ field: string; value: string; count: number }>`
      select a.field, leaf.value, count(*)::int as count from (${given}) a
      cross join lateral (
        select x #>> '{}' as value from jsonb_path_query(a.value, '$.choices[*]') x where jsonb_typeof(a.value) = 'object'
        union all select r.key || '/' || (c #>> '{}') from jsonb_each(case when jsonb_typeof(a.value) = 'object' and not a.value ? 'choices' then a.value else '{}' end) r,
          jsonb_path_query(r.value, '$[*]') c where jsonb_typeof(r.value) = 'array'
        union all select a.value #>> '{}' where jsonb_typeof(a.value) in ('number', 'boolean')
      ) leaf
      where a.field = any(${countedKeys(form)}::text[]) group by 1, 2 order by 1, 2`.execute(tx),
    sql<{
      field: string
      answered: number
      mean: number | null
      facility: number | null
      discrimination: number | null
    }>`
      select a.field, count(a.value)::int as answered,
        avg(case when jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::numeric end)::float as mean,
        (sum(a.points) filter (where a.out_of > 0) / nullif(sum(a.out_of) filter (where a.points is not null), 0))::float as facility,
        corr(a.points, a.percent) as discrimination
      from (${given}) a group by 1`.execute(tx),
  ])
  const sums = totals.rows[0]
  const isTooFew = form.settings.anonymous && (sums?.submitted ?? 0) < smallestGroup
  const found = new Map(questions.rows.map((row) => [row.field, row]))
  const counted = Map.groupBy(values.rows, (row) => row.field)
  return {
    started: sums?.started ?? 0,
    submitted: sums?.submitted ?? 0,
    decided: sums?.decided ?? 0,
    tooFew: isTooFew,
    averagePercent: isTooFew ? null : (sums?.averagePercent ?? null),
    medianSeconds: isTooFew ? null : (sums?.medianSeconds ?? null),
    outcomes: outcomes.rows,
    days: days.rows,
    pages: [],
    questions: isTooFew
      ? []
      : [...fieldsByKey(form).values()].flatMap((field) => {
          if (!('required' in field)) return []
          const row = found.get(field.key)
          return [
            {
              field: field.key,
              kind: field.kind,
              label: textIn(field.label, ctx.locale),
              answered: row?.answered ?? 0,
              values: (counted.get(field.key) ?? []).map(({ value, count }) => ({
                value,
                label: labelOf(field, value, ctx.locale),
                count,
              })),
              mean: row?.mean ?? null,
              facility: row?.facility ?? null,
              discrimination: row?.discrimination ?? null,
            },
          ]
        }),
    asOf: ctx.now,
  }
}

/** Nothing but how many there are: no days, and no times. */
function countAnonymous(tx: ReadTx, formId: string) {
  return sql<{
    started: number
    submitted: number
    decided: number
    averagePercent: number | null
    medianSeconds: number | null
  }>`
    select count(*)::int as started, count(*)::int as submitted, 0 as decided, null::float as average_percent, null::float as median_seconds
    from anonymous_answers where form_id = ${formId}`.execute(tx)
}

/** Fields whose answers are counted by value: what people choose, not what they write. */
function countedKeys(form: FormContent): string[] {
  const kinds = new Set([
    'singleChoice',
    'multipleChoice',
    'dropDown',
    'pictureChoice',
    'yesNo',
    'trueFalse',
    'consent',
    'scale',
    'nps',
    'stars',
    'matrix',
  ])
  return [...fieldsByKey(form).values()].flatMap((field) => (kinds.has(field.kind) ? [field.key] : []))
}

function labelOf(field: Field, value: string, language: string): string {
  const label = (list: readonly { key: string; label: Parameters<typeof textIn>[0] }[], key: string) => {
    const one = list.find((choice) => choice.key === key)
    return one ? textIn(one.label, language) : key
  }
  if (field.kind === 'matrix') {
    const [row = '', column = ''] = value.split('/')
    return `${label(field.rows, row)}: ${label(field.columns, column)}`
  }
  return 'choices' in field ? label(field.choices, value) : value
}

function dayOf(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char(${moment} at time zone control.zone_of_tenant(), 'YYYY-MM-DD')`
}
