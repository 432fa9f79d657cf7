import type { AnswerOfKind, AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField, Choice, Field, FormContent, FormText } from '@learnt/contract/forms/content'
import type {
  AnswerMark,
  OwnResult,
  OwnSubmission as OwnSubmissionShape,
  ReviewedSubmission as ReviewedShape,
} from '@learnt/contract/forms/operations'
import { resolve } from '@learnt/contract/forms/resolve'
import { feedbackOf, rightAnswer } from '@learnt/contract/forms/right-answer'
import { type Saying, sayAnswer, sayHtml, sayText, textIn } from '@learnt/contract/forms/texts'
import type { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { textOfHtml } from '../../platform/html.ts'
import { cutParts, type Paper, type PaperPart } from '../../platform/pdf/paper.ts'

// NOTE: a paper is made of what the page is answered, so it never has more than the page.
type Own = z.input<typeof OwnSubmissionShape>
type Reviewed = z.input<typeof ReviewedShape>
type Result = z.input<typeof OwnResult>

/** The person's own submission on paper. */
export function paperOfOwn(ctx: Ctx, one: Own, of: { name: string; zone: string }): Paper {
  const say = wordsOf(ctx, of.zone)
  return paper(ctx, one.title, of.name, [
    { kind: 'heading', level: 1, text: one.title },
    { kind: 'facts', rows: [[say.t('forms.paper.person'), of.name], ...factsOf(say, one)] },
    ...commentOf(say, one.comment),
    ...(one.answers === null
      ? [muted(say.t('forms.paper.answersHidden'))]
      : [...marksTable(say, one, one.answers, one.marks ?? []), ...answersOf(say, one, one.answers, one.marks ?? [])]),
    ...historyOf(say, one.events),
  ])
}

/** Somebody's submission on paper, for those who mark or decide. */
export function paperOfReviewed(ctx: Ctx, one: Reviewed, zone: string): Paper {
  const say = wordsOf(ctx, zone)
  const asked = { form: one.form as FormContent, member: one.member }
  const labels = new Map(
    asked.form.pages.flatMap((page) => page.sections.flatMap(({ fields }) => fields)).map(labelled),
  )
  const markings = one.markings.flatMap((marking): PaperPart[] => [
    strong(`${marking.by} · ${say.moment(marking.at)}`),
    ...marking.marks.map((mark) =>
      plain(
        [
          `${textIn(labels.get(mark.field) ?? { text: mark.field, translations: {} }, say.language)}: ${say.number(mark.points)}`,
          mark.reason,
          mark.comment,
        ]
          .filter(Boolean)
          .join(' – '),
      ),
    ),
    ...(marking.comment ? [plain(marking.comment)] : []),
  ])
  return paper(ctx, `${one.name}: ${one.title}`, one.name, [
    { kind: 'heading', level: 1, text: one.title },
    {
      kind: 'facts',
      rows: [[say.t('forms.paper.person'), [one.name, one.email].filter(Boolean).join(' · ')], ...factsOf(say, one)],
    },
    ...commentOf(say, one.comment),
    ...marksTable(say, asked, one.answers, one.marks),
    ...answersOf(say, asked, one.answers, one.marks, one.earlier),
    ...(markings.length > 0
      ? [{ kind: 'heading', level: 2, text: say.t('forms.paper.markings') } as const, ...markings]
      : []),
    ...historyOf(say, one.events),
  ])
}

/** All outcomes of the person's forms on paper. */
export function paperOfResults(
  ctx: Ctx,
  rows: readonly Result[],
  of: { name: string; zone: string; hasMore: boolean },
): Paper {
  const say = wordsOf(ctx, of.zone)
  const title = ctx.t('forms.results')
  const commented = rows.filter((row) => row.comment !== '')
  return paper(ctx, title, of.name, [
    { kind: 'heading', level: 1, text: title },
    muted(`${of.name} · ${say.moment(ctx.now)}`),
    {
      kind: 'table',
      columns: [
        { head: ctx.t('forms.columns.form'), width: 0.3 },
        { head: ctx.t('forms.columns.attempt'), width: 0.1, isNumber: true },
        { head: ctx.t('forms.columns.outcome'), width: 0.16 },
        { head: say.t('forms.paper.marks'), width: 0.16 },
        { head: ctx.t('forms.columns.decidedAt'), width: 0.14 },
        { head: ctx.t('forms.columns.decidedBy'), width: 0.14 },
      ],
      rows: rows.map((row) => [
        row.title,
        say.number(row.number),
        say.state(row),
        say.marks(row),
        say.day(row.decidedAt ?? row.submittedAt),
        row.decidedBy,
      ]),
    },
    ...(of.hasMore ? [muted(say.t('forms.paper.moreResults'))] : []),
    ...(commented.length > 0 ? [{ kind: 'heading', level: 2, text: say.t('forms.paper.comments') } as const] : []),
    ...commented.flatMap((row) => [
      strong(`${row.title} (${say.t('forms.paper.attempt', { number: row.number })})`),
      plain(row.comment),
    ]),
  ])
}

function paper(ctx: Ctx, title: string, author: string, parts: PaperPart[]): Paper {
  return {
    locale: ctx.locale,
    title,
    author,
    drawnAt: ctx.now.toISOString(),
    parts: cutParts(parts, ctx.t('forms.paper.cut')),
  }
}

type Words = ReturnType<typeof wordsOf>
type When = Date | string | null

/** How a paper says things: in the caller's language, days and times in the tenant's zone. Arabic has the digits 0 to 9 here. */
function wordsOf(ctx: Ctx, timeZone: string) {
  const tag = { en: 'en-GB', de: 'de', ar: 'ar-u-nu-latn' }[ctx.locale]
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone })
  const written = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const numbers = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 })
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  const { t } = ctx
  const number = (value: number) => numbers.format(value)
  return {
    t,
    language: ctx.locale,
    number,
    day: (at: When) => (at === null ? '–' : days.format(new Date(at))),
    /** A day without a zone, as an answer is. */
    writtenDay: (day: string) => written.format(new Date(`${day}T12:00:00Z`)),
    moment: (at: When) => (at === null ? '–' : moments.format(new Date(at))),
    state: ({ state, outcome }: Pick<Own, 'state' | 'outcome'>) =>
      outcome === null ? t(`forms.paper.states.${state}`) : ctx.t(`forms.outcomes.${outcome.replace(' ', '')}`),
    marks: ({ points, outOf, percent }: Pick<Own, 'points' | 'outOf' | 'percent'>) => {
      const share = percent === null ? '' : percents.format(percent / 100)
      if (points === null || outOf === null || outOf === 0) return share || '–'
      const marks = t('forms.paper.marksOf', { points: number(points), outOf: number(outOf) })
      return share ? `${marks} (${share})` : marks
    },
  }
}

function factsOf(
  say: Words,
  one: Pick<
    Own,
    'number' | 'submittedAt' | 'decidedAt' | 'decidedBy' | 'state' | 'outcome' | 'points' | 'outOf' | 'percent'
  >,
) {
  const facts: [string, string][] = [
    [say.t('forms.paper.number'), say.number(one.number)],
    [say.t('forms.paper.state'), say.state(one)],
    [say.t('forms.paper.submitted'), say.moment(one.submittedAt)],
  ]
  if (one.decidedAt !== null)
    facts.push([say.t('forms.paper.decided'), [say.moment(one.decidedAt), one.decidedBy].filter(Boolean).join(' · ')])
  if (one.percent !== null || one.points !== null) facts.push([say.t('forms.paper.marks'), say.marks(one)])
  return facts
}

function commentOf(say: Words, comment: string): PaperPart[] {
  return comment === '' ? [] : [{ kind: 'box', parts: [strong(say.t('forms.paper.comment')), plain(comment)] }]
}

/** Marks of every question that is shown, with their sum. */
function marksTable(
  say: Words,
  one: Pick<Own, 'form' | 'member'>,
  answers: Record<string, AnswerValue>,
  marks: readonly AnswerMark[],
): PaperPart[] {
  const { visible } = resolve(one.form, answers, one.member)
  const saying = sayingOf(say, one.form, resolve(one.form, answers, one.member).answers)
  const byField = new Map(marks.map((mark) => [mark.field, mark]))
  const rows: string[][] = []
  const sum = { points: 0, outOf: 0 }
  for (const field of one.form.pages.flatMap((page) => page.sections.flatMap(({ fields }) => fields))) {
    const mark = byField.get(field.key)
    if (!mark || mark.outOf === 0 || !visible.has(field.key)) continue
    sum.points += mark.points ?? 0
    sum.outOf += mark.outOf
    rows.push([
      sayText(field.label, saying).slice(0, 150),
      say.t(`forms.paper.verdicts.${mark.verdict}`),
      mark.points === null ? '–' : say.number(mark.points),
      say.number(mark.outOf),
    ])
  }
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      columns: [
        { head: say.t('forms.paper.question'), width: 0.5 },
        { head: say.t('forms.paper.result'), width: 0.22 },
        { head: say.t('forms.paper.points'), width: 0.14, isNumber: true },
        { head: say.t('forms.paper.outOf'), width: 0.14, isNumber: true },
      ],
      rows: [...rows, [say.t('forms.paper.sum'), '', say.number(sum.points), say.number(sum.outOf)]],
    },
  ]
}

const sayingOf = (say: Words, form: FormContent, answers: Record<string, AnswerValue>): Saying => ({
  form,
  answers,
  language: say.language,
  words: { yes: say.t('forms.paper.yes'), no: say.t('forms.paper.no') },
})

/** Every page with its questions and what was answered, as the page of the submission shows them. */
function answersOf(
  say: Words,
  one: Pick<Own, 'form' | 'member'>,
  answers: Record<string, AnswerValue>,
  marks: readonly AnswerMark[],
  earlier: Record<string, AnswerValue> = {},
): PaperPart[] {
  const resolved = resolve(one.form, answers, one.member)
  const saying = sayingOf(say, one.form, resolved.answers as Record<string, AnswerValue>)
  const byField = new Map(marks.map((mark) => [mark.field, mark]))
  return resolved.pages.flatMap(({ page, sections }) => [
    ...headingOf(2, sayText(page.title, saying)),
    ...sections.flatMap(({ section, fields }) => [
      ...headingOf(3, sayText(section.title, saying)),
      ...fields.flatMap((field): PaperPart[] => {
        if (!('required' in field)) return contentOf(field, saying)
        const before = earlier[field.key]
        const answer = resolved.answers[field.key]
        return [
          { kind: 'heading', level: 3, text: sayText(field.label, saying) || field.key },
          ...(field.kind === 'consent' ? textOf(sayHtml(field.text, saying)) : []),
          ...saidAnswer(say, field, answer, saying),
          ...(before === undefined
            ? []
            : [
                {
                  kind: 'box',
                  parts: [muted(say.t('forms.paper.earlier')), ...saidAnswer(say, field, before, saying)],
                } as const,
              ]),
          ...resultOf(say, field, byField.get(field.key), answer, saying),
        ]
      }),
    ]),
  ])
}

function headingOf(level: 2 | 3, text: string): PaperPart[] {
  return text.trim() === '' ? [] : [{ kind: 'heading', level, text }]
}

function textOf(html: string): PaperPart[] {
  const text = textOfHtml(html)
  return text === '' ? [] : [plain(text)]
}

function contentOf(field: Exclude<Field, AskedField>, saying: Saying): PaperPart[] {
  const title = headingOf(3, sayText(field.label, saying))
  switch (field.kind) {
    case 'heading': {
      const help = sayText(field.help, saying)
      return [...title, ...(help ? [muted(help)] : [])]
    }
    case 'text':
      return [...title, ...textOf(sayHtml(field.html, saying))]
    case 'video':
      return [...title, ...textOf(sayHtml(field.transcript, saying))]
    case 'draw':
      return []
  }
}

/** An answer in words, or as it was drawn. */
function saidAnswer(say: Words, field: AskedField, answer: AnswerValue | undefined, saying: Saying): PaperPart[] {
  if (answer === undefined) return [muted(say.t('forms.paper.notAnswered'))]
  switch (field.kind) {
    case 'signature': {
      const { name, strokes } = answer as AnswerOfKind['signature']
      const by = name ? say.t(strokes.length > 0 ? 'forms.paper.signedBy' : 'forms.paper.signedTyped', { name }) : ''
      return [
        ...(strokes.length > 0 ? [{ kind: 'strokes', strokes, alt: by || sayText(field.label, saying) } as const] : []),
        ...(by ? [plain(by)] : []),
      ]
    }
    case 'file':
      return (answer as AnswerOfKind['file']).map((file) =>
        plain(`• ${file.name} (${say.number(Math.max(1, Math.round(file.size / 1024)))} kB)`),
      )
    case 'ranking':
    case 'ordering': {
      const list = field.kind === 'ranking' ? field.choices : field.items
      return (answer as string[]).map((key, at) => plain(`${say.number(at + 1)}. ${nameOf(list, key, say)}`))
    }
    case 'matrix': {
      const given = answer as AnswerOfKind['matrix']
      const said = (row: string) => (given[row] ?? []).map((key) => nameOf(field.columns, key, say)).join(', ')
      return [pairs(field.rows.map((row) => [textIn(row.label, say.language), said(row.key)]))]
    }
    case 'matching': {
      const given = answer as AnswerOfKind['matching']
      return [
        pairs(
          field.items.map((item) => [
            textIn(item.label, say.language),
            nameOf(field.targets, given[item.key] ?? '', say),
          ]),
        ),
      ]
    }
    case 'gaps': {
      const given = answer as AnswerOfKind['gaps']
      const text = sayText(field.text, saying).replace(/\[\[([a-z][a-z0-9-]{0,39})\]\]/g, (whole, key: string) => {
        const gap = field.gaps.find((one) => one.key === key)
        if (!gap) return whole
        const word = given[key] ?? ''
        return `[${(gap.choices.length > 0 ? nameOf(gap.choices, word, say) : word) || '…'}]`
      })
      return [plain(text)]
    }
    case 'date':
      return [plain(say.writtenDay(String(answer)))]
    case 'dateTime': {
      const [day = '', time = ''] = String(answer).split('T')
      return [plain(`${say.writtenDay(day)} ${time}`)]
    }
    case 'number':
    case 'scale':
    case 'nps': {
      const number = say.number(Number(answer))
      return [plain(field.kind === 'number' && field.unit ? `${number} ${field.unit}` : number)]
    }
    case 'stars':
      return [plain(say.t('forms.paper.starsOf', { count: Number(answer), most: field.count }))]
    case 'yesNo':
      return [plain(say.t(answer === true ? 'forms.paper.yes' : 'forms.paper.no'))]
    case 'trueFalse':
      return [plain(say.t(answer === true ? 'forms.paper.true' : 'forms.paper.false'))]
    case 'consent':
      return [answer === true ? plain(say.t('forms.paper.agreed')) : muted(say.t('forms.paper.notAnswered'))]
    default:
      return [plain(sayAnswer(field, answer, saying))]
  }
}

/** Verdict and marks of an answer, the author's feedback, the right answer, and what the marker wrote. */
function resultOf(
  say: Words,
  field: AskedField,
  mark: AnswerMark | undefined,
  answer: AnswerValue | undefined,
  saying: Saying,
): PaperPart[] {
  const quiz = 'quiz' in field ? field.quiz : null
  const right = rightAnswer(field)
  const worked = quiz ? textOf(sayHtml(quiz.worked, saying)) : []
  const parts: PaperPart[] = []
  if (mark && mark.outOf > 0) {
    const marks =
      mark.points === null
        ? say.t('forms.paper.outOfOnly', { outOf: say.number(mark.outOf) })
        : say.t('forms.paper.marksOf', { points: say.number(mark.points), outOf: say.number(mark.outOf) })
    parts.push(strong(`${say.t(`forms.paper.verdicts.${mark.verdict}`)} · ${marks}`))
  }
  if (mark?.byHand && mark.original !== null && mark.original !== mark.points)
    parts.push(muted(`${say.t('forms.paper.original', { points: say.number(mark.original) })} ${mark.reason}`.trim()))
  if (mark && quiz?.feedback)
    for (const text of feedbackOf(quiz.feedback, mark.verdict, answer)) {
      const said = sayText(text, saying)
      if (said) parts.push(plain(said))
    }
  if (right !== undefined && mark?.verdict !== 'right')
    parts.push(strong(say.t('forms.paper.rightAnswer')), ...saidAnswer(say, field, right, saying))
  if (worked.length > 0) parts.push(strong(say.t('forms.paper.worked')), ...worked)
  if (mark?.comment) parts.push(strong(say.t('forms.paper.comment')), plain(mark.comment))
  return parts.length === 0 ? [] : [{ kind: 'box', parts }]
}

function historyOf(say: Words, events: Own['events']): PaperPart[] {
  if (events.length === 0) return []
  return [
    { kind: 'heading', level: 2, text: say.t('forms.paper.history') },
    ...events.flatMap((event): PaperPart[] => {
      const who = event.forWhom ? `${event.by} (${say.t('forms.paper.forWhom', { name: event.forWhom })})` : event.by
      return [
        plain(
          [say.t(`forms.paper.events.${event.event}`), who, say.moment(event.at), event.level]
            .filter(Boolean)
            .join(' · '),
        ),
        ...(event.comment ? [muted(event.comment)] : []),
      ]
    }),
  ]
}

const plain = (text: string): PaperPart => ({ kind: 'text', text, tone: 'plain' })
const muted = (text: string): PaperPart => ({ kind: 'text', text, tone: 'muted' })
const strong = (text: string): PaperPart => ({ kind: 'text', text, tone: 'strong' })
const pairs = (rows: [string, string][]): PaperPart => ({
  kind: 'facts',
  rows: rows.map(([name, value]) => [name, value || '–']),
})
const labelled = (field: Field): [string, FormText] => [field.key, field.label]

function nameOf(list: readonly Pick<Choice, 'key' | 'label'>[], key: string, say: Words): string {
  const one = list.find((entry) => entry.key === key)
  return one ? textIn(one.label, say.language) : ''
}
