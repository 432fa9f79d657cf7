import type { Field, FormContent } from '@learnt/contract/forms/content'
import type { forms } from '@learnt/contract/forms/operations'
import type { Outcome } from '@learnt/contract/forms/submission-states'
import { fieldsByKey, textIn } from '@learnt/contract/forms/texts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import type { ReadTx } from '../../../platform/db/database.ts'
import {
  countOpenPages,
  discriminationOf,
  leaves,
  medianSeconds,
  ofForm,
  outcomesIn,
  readFigures,
} from './form-figures.ts'
import { listDrawnFields } from './list-questions.ts'
import { type Reviewer, shownSubmissions } from './list-submissions.ts'
import { countTold, toldAnswers, toldTogether } from './told-answers.ts'

type Analytics = z.input<typeof forms.analytics.response>

/**
 * Figures of a form. Versions are combined by the keys of fields and choices. A reader who sees everybody gets the
 * figures kept as answers arrive; others get a count of the people they see.
 */
export async function readAnalytics(
  ctx: Ctx,
  tx: ReadTx,
  form: FormContent,
  of: { reviewer: Reviewer; formId: string; version: number | undefined },
): Promise<Omit<Analytics, 'can'>> {
  const { anonymous } = form.settings
  const isKept = of.reviewer === 'admin' && ctx.actor.wholeTenant && !anonymous
  const counting = anonymous ? countAnonymous(tx, of) : isKept ? readKept(tx, of) : countOnRequest(ctx, tx, of)
  const [counted, drawn, open, versions] = await Promise.all([
    counting,
    listDrawnFields(tx, of.formId),
    isKept ? countOpenPages(tx, { ...of, pages: pagesOfFields(form) }) : [],
    sql<{ number: number }>`
      select number from document_versions where document_id = ${of.formId} and number is not null order by number desc limit 200`.execute(
      tx,
    ),
  ])
  const isTooFew = anonymous && counted.submitted < toldTogether
  const hidden = new Set(drawn.map((field) => field.key))
  const fields = [...fieldsByKey(form).values()].filter((field) => !hidden.has(field.key))
  const found = new Map(counted.questions.map((row) => [row.field, row]))
  const chosen = Map.groupBy(counted.values, (row) => row.field)
  const charted = new Set([...countedKeys(fields), ...countedKeys(drawn)])
  return {
    started: counted.started,
    submitted: counted.submitted,
    decided: counted.decided,
    anonymous,
    tooFew: isTooFew,
    averagePercent: isTooFew ? null : counted.averagePercent,
    medianSeconds: isTooFew ? null : counted.medianSeconds,
    outcomes: counted.outcomes,
    days: counted.days,
    pages: isKept
      ? form.pages.map(({ key, title }, number) => ({
          page: key,
          title: textIn(title, ctx.locale),
          reached: counted.submitted + open.reduce((sum, one) => sum + (one.page >= number ? one.count : 0), 0),
        }))
      : [],
    questions: isTooFew
      ? []
      : [...fields, ...drawn.filter((field) => found.has(field.key))].flatMap((field) => {
          if (!('required' in field)) return []
          const row = found.get(field.key)
          return [
            {
              field: field.key,
              kind: field.kind,
              label: textIn(field.label, ctx.locale),
              fromBank: hidden.has(field.key),
              answered: row?.answered ?? 0,
              values: (charted.has(field.key) ? (chosen.get(field.key) ?? []) : []).map(({ value, count }) => ({
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
    versions: versions.rows.map((row) => row.number),
    asOf: ctx.now,
  }
}

interface Counted {
  readonly started: number
  readonly submitted: number
  readonly decided: number
  readonly averagePercent: number | null
  readonly medianSeconds: number | null
  readonly outcomes: { value: Outcome; count: number }[]
  readonly days: { day: string; started: number; submitted: number }[]
  readonly values: { field: string; value: string; count: number }[]
  readonly questions: {
    field: string
    answered: number
    mean: number | null
    facility: number | null
    discrimination: number | null
  }[]
}

async function readKept(tx: ReadTx, of: { formId: string; version: number | undefined }): Promise<Counted> {
  const figures = await readFigures(tx, of.formId, of.version)
  const sum = (name: string) => ofForm(figures, name).reduce((all, one) => all + one.amount, 0)
  const [started, submitted] = (['started', 'submitted'] as const).map(
    (name) => new Map(ofForm(figures, name).map((one) => [one.value, one.amount])),
  ) as [Map<string, number>, Map<string, number>]
  const percent = new Map(ofForm(figures, 'percent').map((one) => [one.value, one.amount]))
  const byField = Map.groupBy(
    figures.filter((one) => one.field !== ''),
    (one) => one.field,
  )
  return {
    started: sum('started'),
    submitted: sum('submitted'),
    decided: sum('outcome'),
    averagePercent: share(percent.get('sum') ?? 0, percent.get('count')),
    medianSeconds: medianSeconds(figures),
    outcomes: outcomesIn(figures),
    days: [...new Set([...started.keys(), ...submitted.keys()])].sort().map((day) => ({
      day,
      started: started.get(day) ?? 0,
      submitted: submitted.get(day) ?? 0,
    })),
    values: figures
      .filter((one) => one.name === 'choice')
      .map(({ field, value, amount }) => ({ field, value, count: amount })),
    questions: [...byField].map(([field, of]) => {
      const named = (name: string) =>
        new Map(of.filter((one) => one.name === name).map((one) => [one.value, one.amount]))
      const [number, points] = [named('number'), named('points')]
      return {
        field,
        answered: named('answered').get('') ?? 0,
        mean: share(number.get('sum') ?? 0, number.get('count')),
        facility: share(points.get('sum') ?? 0, points.get('outOf')),
        discrimination: discriminationOf(named('pair')),
      }
    }),
  }
}

function share(sum: number, of: number | undefined): number | null {
  return of === undefined || of === 0 ? null : sum / of
}

/** The page of every field, for how far somebody has come. */
function pagesOfFields(form: FormContent): { field: string; page: number }[] {
  return form.pages.flatMap((page, number) =>
    page.sections.flatMap((section) => section.fields.map((field) => ({ field: field.key, page: number }))),
  )
}

/** Over the submissions that the reviewer sees, in one round trip. */
async function countOnRequest(
  ctx: Ctx,
  tx: ReadTx,
  of: { reviewer: Reviewer; formId: string; version: number | undefined },
): Promise<Counted> {
  const shown = shownSubmissions(ctx, { reviewer: of.reviewer, formId: of.formId, query: { version: of.version } })
  const submitted = sql`select s.id, s.percent ${shown} and s.submitted_at is not null`
  const given = sql`select a.field, a.value, case when a.verdict <> 'leftOut' then a.points end as points, a.out_of, s.percent
        from (${submitted}) s join answers a on a.submission_id = s.id`
  const [totals, outcomes, days, answers] = await Promise.all([
    sql<{
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
    countAnswers(tx, given),
  ])
  const sums = totals.rows[0]
  return {
    started: sums?.started ?? 0,
    submitted: sums?.submitted ?? 0,
    decided: sums?.decided ?? 0,
    averagePercent: sums?.averagePercent ?? null,
    medianSeconds: sums?.medianSeconds ?? null,
    outcomes: outcomes.rows,
    days: days.rows,
    ...answers,
  }
}

/** Of complete groups only, and nothing but how many there are and what was answered: no days, and no times. */
async function countAnonymous(tx: ReadTx, of: { formId: string; version: number | undefined }): Promise<Counted> {
  const given = sql`
    select x.key as field, x.value, null::numeric as points, null::numeric as out_of, null::numeric as percent
    from (select n.answers ${toldAnswers(of)}) n cross join lateral jsonb_each(n.answers) x`
  const [total, answers] = await Promise.all([countTold(tx, of), countAnswers(tx, given)])
  return {
    started: total,
    submitted: total,
    decided: 0,
    averagePercent: null,
    medianSeconds: null,
    outcomes: [],
    days: [],
    ...answers,
  }
}

/** `given`: answers with their field, value, points, out_of and the percent of their submission. */
async function countAnswers(tx: ReadTx, given: RawBuilder<unknown>): Promise<Pick<Counted, 'values' | 'questions'>> {
  const [values, questions] = await Promise.all([
    sql<{ field: string; value: string; count: number }>`
      select a.field, leaf.value, count(*)::int as count from (${given}) a cross join lateral (${leaves(sql`a.value`)}) leaf
      group by 1, 2 order by 1, 2`.execute(tx),
    sql<Counted['questions'][number]>`
      select a.field, count(a.value)::int as answered,
        avg(case when jsonb_typeof(a.value) = 'number' then (a.value #>> '{}')::numeric end)::float as mean,
        (sum(a.points) filter (where a.out_of > 0) / nullif(sum(a.out_of) filter (where a.points is not null), 0))::float as facility,
        corr(a.points, a.percent) as discrimination
      from (${given}) a group by 1`.execute(tx),
  ])
  return { values: values.rows, questions: questions.rows }
}

/** Fields whose answers are counted by value: what people choose, not what they write. */
function countedKeys(fields: readonly Field[]): string[] {
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
  return fields.flatMap((field) => (kinds.has(field.kind) ? [field.key] : []))
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
