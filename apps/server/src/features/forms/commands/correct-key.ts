import { isDeepStrictEqual } from 'node:util'
import { keyState } from '@learnt/contract/forms/check-form'
import type { Field, FormContent, QuizField } from '@learnt/contract/forms/content'
import { kindsOfField } from '@learnt/contract/forms/field-kinds'
import type { questions, RegradePreview } from '@learnt/contract/forms/questions'
import { type Outcome, tellingOutcomes } from '@learnt/contract/forms/submission-states'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { mapFields } from '@learnt/contract/forms/walk'
import { sql } from 'kysely'
import type { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { type JobOutcome, type ReportProgress, startJob } from '../../../platform/jobs/job.ts'
import { invalid, notFound } from '../../../platform/problem.ts'
import { findNameable, idsIn } from '../../files/queries.ts'
import { cleanForm, formKind } from '../kind.ts'
import { type Correction, type Mark, markCorrected, withKey } from '../marking.ts'
import { outcomeOf, stateAfter } from '../policy.ts'
import { forgetVersion, getVersion } from '../queries/find-version.ts'
import { listCorrectionsOf } from '../queries/list-corrections.ts'
import {
  countRegraded,
  findStanding,
  listRegraded,
  type RegradedRow,
  type RegradeTarget,
} from '../queries/list-regraded.ts'
import { findReviewed } from '../queries/list-submissions.ts'
import { showsResult } from '../queries/shown-results.ts'
import { recordOutcome } from './record-outcome.ts'
import { fieldOf, formOf } from './save-question.ts'
import { sumUp } from './submit-form.ts'

type Body = z.output<typeof questions.correct.body>

/** The question whose key is wrong, and every place where it stands with that key. */
interface Corrected {
  readonly target: RegradeTarget
  readonly draftIds: readonly string[]
  readonly field: QuizField
  readonly title: string
}

/** The versions of a form, its draft too, that have the question with the key that its newest one has. */
export async function findCorrectedForm(
  tx: ReadTx,
  form: { id: string; publishedVersionId: string | null },
  key: string,
  how: 'look' | 'lock' = 'look',
): Promise<Corrected> {
  // Nobody publishes or saves the form meanwhile, and of two corrections the second builds on the first.
  if (how === 'lock') await sql`select from documents where id = ${form.id} for update`.execute(tx)
  const { rows } = await sql<{ id: string; content: FormContent; number: number | null }>`
    select v.id, v.content, v.number from document_versions v where v.document_id = ${form.id}
    order by v.id = ${form.publishedVersionId} desc nulls last, v.number desc nulls last`.execute(tx)
  const found = rows.flatMap(({ id, content, number }) => {
    const field = fieldsByKey(content).get(key)
    return field && 'quiz' in field && field.quiz ? [{ id, number, field: field as QuizField }] : []
  })
  const [newest] = found
  if (!newest) throw notFound()
  const same = found.filter(
    ({ field }) => field.kind === newest.field.kind && isDeepStrictEqual(field.quiz?.key, newest.field.quiz?.key),
  )
  // Nobody has answered a draft: its key is corrected, and nothing is marked.
  const idsOf = (isDraft: boolean) => same.filter((one) => (one.number === null) === isDraft).map((one) => one.id)
  return {
    target: { of: 'form', versionIds: idsOf(false), field: key },
    draftIds: idsOf(true),
    field: newest.field,
    title: newest.field.label.text,
  }
}

export async function findCorrectedQuestion(
  tx: ReadTx,
  questionId: string,
  version: number,
  how: 'look' | 'lock' = 'look',
): Promise<Corrected> {
  if (how === 'lock') await sql`select from questions where id = ${questionId} for update`.execute(tx)
  const row = await tx
    .selectFrom('questionVersions')
    .select('content')
    .where('questionId', '=', questionId)
    .where('number', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound()
  const field = row.content as QuizField
  return { target: { of: 'bank', questionId, version, field: field.key }, draftIds: [], field, title: field.label.text }
}

/** A page holds no more of those whose marks change. */
const peopleShown = 100
/** Submissions that one statement reads. */
const range = 1000
/** Changed submissions that one transaction writes. */
const together = 20

/** Who would rise, who would fall, and whose pass would change. Reads all of them and writes nothing. */
export async function previewCorrection(ctx: Ctx, corrected: Corrected, body: Body): Promise<RegradePreview> {
  const proposed = await ctx.read((tx) => correctionOf(ctx, tx, corrected, body))
  const preview = { submissions: 0, rises: 0, falls: 0, newlyPassed: 0, newlyFailed: 0, byHand: 0 }
  let first: Judged[] = []
  const judge = await ctx.read((tx) => judgeOf(ctx, tx, corrected.target, proposed))
  for await (const row of walk(ctx, corrected.target)) {
    const judged = await judge(row)
    preview.submissions++
    if (row.byHand) preview.byHand++
    if (!isChanged(judged)) continue
    const [before, after] = [row.percent ?? 0, judged.percent ?? 0]
    if (after > before) preview.rises++
    if (after < before) preview.falls++
    if (row.outcome !== 'passed' && judged.outcome === 'passed') preview.newlyPassed++
    if (row.outcome === 'passed' && judged.outcome === 'failed') preview.newlyFailed++
    first.push(judged)
    if (first.length > 4 * peopleShown) first = mostTelling(first)
  }
  const shown = mostTelling(first)
  // A caller who may not see a submission is not told its name.
  const seen = await ctx.read((tx) =>
    findReviewed(
      ctx,
      tx,
      shown.map(({ row }) => row.id),
    ),
  )
  const known = new Set(seen.filter((one) => one.isSeen || one.isManaged).map((one) => one.id))
  return {
    ...preview,
    people: shown
      .filter(({ row }) => known.has(row.id))
      .map(({ row, percent, outcome }) => ({
        submissionId: row.id,
        name: row.name,
        form: row.title,
        change: (percent ?? 0) > (row.percent ?? 0) ? 'rises' : (percent ?? 0) < (row.percent ?? 0) ? 'falls' : 'stays',
        percentBefore: row.percent,
        percentAfter: percent,
        outcomeBefore: row.outcome,
        outcomeAfter: outcome,
      })),
  }
}

function mostTelling(of: readonly Judged[]): Judged[] {
  const rank = ({ row, outcome }: Judged) => (row.outcome === outcome ? 1 : 0)
  return of.toSorted((a, b) => rank(a) - rank(b) || (a.row.name < b.row.name ? -1 : 1)).slice(0, peopleShown)
}

/**
 * Puts the key right where it stands, and accepts the job that marks what was answered. What is submitted from now on is
 * marked by the right key.
 */
export async function correctKey(
  ctx: Ctx,
  find: (tx: WriteTx) => Promise<Corrected>,
  body: Body,
  subject: { type: 'form' | 'question'; id: string },
): Promise<{ jobId: string }> {
  const [answer, versionIds] = await ctx.write(async (tx) => {
    const corrected = await find(tx)
    const { target, field } = corrected
    const one = await correctionOf(ctx, tx, corrected, body)
    const base = {
      field: target.field,
      treatment: one.treatment,
      neverLower: one.neverLower,
      key: json(one.key),
      keyBefore: json(one.keyBefore),
      reason: body.reason,
      correctedBy: ctx.actor.userId,
      correctedAt: ctx.now,
    }
    const places =
      target.of === 'form'
        ? target.versionIds.map((versionId) => ({ versionId }))
        : [{ questionId: target.questionId, questionVersion: target.version }]
    if (places.length > 0)
      await tx
        .insertInto('keyCorrections')
        .values(places.map((place) => ({ id: newId(), ...place, ...base })))
        .execute()
    await putKey(tx, corrected, one.key)
    const job = await startJob(ctx, tx, {
      kind: 'forms.regrade',
      subject: corrected.title,
      input: { target },
      total: await countRegraded(tx, target),
    })
    await audit(ctx, tx, {
      action: 'questions.correct',
      subjectType: subject.type,
      subjectId: subject.id,
      subjectTitle: corrected.title,
      before: { key: field.quiz?.key },
      after: { key: one.key, treatment: one.treatment, neverLower: one.neverLower, reason: body.reason },
    })
    return [job, target.of === 'form' ? target.versionIds : []] as const
  })
  for (const id of versionIds) forgetVersion(ctx.actor.tenantId, id)
  return answer
}

async function correctionOf(ctx: Ctx, tx: ReadTx, { field }: Corrected, body: Body): Promise<Correction> {
  const given = body.field
  let key = 'quiz' in given && given.quiz ? given.quiz.key : null
  if (body.treatment === 'newKey') {
    if (given.kind !== field.kind || key === null) throw invalid({ 'body.field.quiz.key': 'required' })
    if (keyState(withKey(field, key)) !== 'good') throw invalid({ 'body.field.quiz.key': 'invalid' })
    // A key has texts with pictures, as the question has.
    const cleaned = cleanForm(formOf(withKey(field, key)))
    key = (fieldOf(cleaned) as QuizField).quiz?.key ?? null
    const named = formKind.namedFiles(cleaned)
    const files = await findNameable(ctx, tx, named, { purposes: ['image'], standing: idsIn(field) })
    if (files.length < new Set(named).size) throw invalid({ 'body.field.quiz.key': 'invalid' })
  }
  return {
    treatment: body.treatment,
    neverLower: body.neverLower,
    key: body.treatment === 'newKey' ? key : (field.quiz?.key ?? null),
    keyBefore: field.quiz?.key ?? null,
    correctedAt: ctx.now,
  }
}

/** The form and the question now have the right key, so that authors go on with it. */
async function putKey(tx: WriteTx, { target, draftIds, field }: Corrected, key: unknown): Promise<void> {
  if (target.of === 'bank') {
    await tx
      .updateTable('questionVersions')
      .set({ content: json(withKey(field, key)) })
      .where('questionId', '=', target.questionId)
      .where('number', '=', target.version)
      .execute()
    return
  }
  const versions = await tx
    .selectFrom('documentVersions')
    .select(['id', 'content'])
    .where('id', 'in', [...target.versionIds, ...draftIds])
    .execute()
  for (const { id, content } of versions) {
    const right = mapFields(content as FormContent, (one) => [
      one.key === target.field && 'quiz' in one ? (withKey(one as QuizField, key) as Field) : one,
    ])
    await tx
      .updateTable('documentVersions')
      .set({ content: json(right) })
      .where('id', '=', id)
      .execute()
  }
}

/**
 * The job: marks every answer to the question anew. What comes to the same is left alone, so that it may be begun again, and
 * a second run changes nothing.
 */
export async function regrade(
  ctx: Ctx,
  { target }: { target: RegradeTarget },
  progress: ReportProgress,
): Promise<JobOutcome> {
  const total = await ctx.read((tx) => countRegraded(tx, target))
  const [result, changed] = [{ rises: 0, falls: 0, stays: 0 }, [] as string[]]
  let done = 0
  const write = async () => {
    const ids = changed.splice(0)
    if (ids.length === 0) return
    const written = await ctx.write((tx) => writeMarks(ctx, tx, target, ids))
    result.rises += written.rises
    result.falls += written.falls
  }
  const judge = await ctx.read((tx) => judgeOf(ctx, tx, target))
  for await (const row of walk(ctx, target)) {
    if (isChanged(await judge(row))) changed.push(row.id)
    if (changed.length === together) await write()
    if (++done % 200 === 0) await progress(done, total)
  }
  await write()
  result.stays = done - result.rises - result.falls
  await progress(done, total)
  return { result }
}

async function* walk(ctx: Ctx, target: RegradeTarget): AsyncGenerator<RegradedRow> {
  let after: string | null = null
  do {
    const at: string | null = after
    const found: Awaited<ReturnType<typeof listRegraded>> = await ctx.read((tx) =>
      listRegraded(tx, target, { after: at, limit: range }),
    )
    yield* found.rows
    after = found.next
  } while (after !== null)
}

interface Judged {
  readonly row: RegradedRow
  readonly mark: Mark
  readonly points: number | null
  readonly outOf: number | null
  readonly percent: number | null
  readonly state: RegradedRow['state']
  readonly outcome: Outcome | null
}

/** The marks of an answer and its submission by the present key; `proposed`: with the correction. */
async function judgeOf(
  ctx: Ctx,
  tx: ReadTx,
  target: RegradeTarget,
  proposed: Correction | null = null,
): Promise<(row: RegradedRow) => Promise<Judged>> {
  const known = await listCorrectionsOf(tx, target)
  const forms = new Map<string, FormContent>()
  return async (row) => {
    const form =
      forms.get(row.versionId) ?? (await ctx.read((one) => getVersion(one, ctx.actor.tenantId, row.versionId)))
    forms.set(row.versionId, form)
    const field = row.drawn ?? fieldsByKey(form).get(target.field)
    const chain = [...(known.get(target.of === 'form' ? row.versionId : '') ?? []), ...(proposed ? [proposed] : [])]
    const byKey = field && 'quiz' in field ? markCorrected(field, row.value ?? undefined, chain, row.submittedAt) : null
    if (!field || !byKey) throw new Error('A marked answer to what is no question')
    const isByHandOnly = kindsOfField[field.kind].marked === 'hand'
    const mark = row.byHand ? keepHand(row, byKey, isByHandOnly && chain.at(-1)?.treatment === 'fullMarks') : byKey
    const others = { points: row.otherPoints, outOf: row.otherOutOf }
    const sums = sumUp(mark.verdict === 'leftOut' ? [others] : [others, mark])
    const isMarked = sums.isMarked && row.otherMarked
    const state = row.state === 'pending' && isMarked ? stateAfter(form, 'pending', 'finishMarking', true) : row.state
    if (state === null) throw new Error('A submission that waits for marks cannot be finished')
    const { points, outOf, percent } = sums
    return { row, mark, points, outOf, percent, state, outcome: outcomeOf(state, form.settings, percent) }
  }
}

/** Marks given by a person stay, except for a question that no longer counts, and full marks for an essay. */
function keepHand(row: RegradedRow, byKey: Mark, isFull: boolean): Mark {
  if (byKey.verdict === 'leftOut') return { ...byKey, points: row.points }
  if (isFull) return byKey
  const points = row.points ?? 0
  return { ...byKey, points, verdict: points >= byKey.outOf ? 'right' : points > 0 ? 'partly' : 'wrong' }
}

/** Writes what the submissions come to, once more asked under their locks, with all that follows from it. */
async function writeMarks(
  ctx: Ctx,
  tx: WriteTx,
  target: RegradeTarget,
  ids: readonly string[],
): Promise<{ rises: number; falls: number }> {
  await sql`select from submissions where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const judge = await judgeOf(ctx, tx, target)
  const { rows } = await listRegraded(tx, target, { after: null, limit: ids.length, only: ids })
  const judged = (await Promise.all(rows.map(judge))).filter(isChanged)
  if (judged.length === 0) return { rises: 0, falls: 0 }
  const given = judged.map(({ row, mark, points, outOf, percent, state, outcome }) => ({
    id: row.id,
    mark_points: mark.points,
    mark_out_of: mark.outOf,
    verdict: mark.verdict,
    points,
    out_of: outOf,
    percent,
    state,
    outcome,
    event: newId(),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${json(given)}::jsonb) as g(id uuid, mark_points numeric, mark_out_of numeric, verdict text,
        points numeric, out_of numeric, percent numeric, state text, outcome text, event uuid)
    ),
    marked as (
      update answers a set points = g.mark_points, out_of = g.mark_out_of, verdict = g.verdict,
        key_points = case when a.by_hand and a.points is distinct from g.mark_points then coalesce(a.key_points, a.points) else a.key_points end
      from given g where a.submission_id = g.id and a.field = ${target.field}
    ),
    told as (
      insert into submission_events (id, submission_id, event, at, by_user)
      select event, id, 'regraded', ${ctx.now}::timestamptz, ${ctx.actor.userId}::uuid from given
    )
    update submissions s set points = g.points, out_of = g.out_of, percent = g.percent, state = g.state, outcome = g.outcome,
      decided_at = case when g.outcome is null then null else coalesce(s.decided_at, ${ctx.now}::timestamptz) end, marked_revision = s.marked_revision + 1
    from given g where s.id = g.id`.execute(tx)
  // What the person may not see yet waits, with all that follows from it.
  const { rows: waiting } = await sql<{ id: string }>`
    update submissions s set is_withheld = s.outcome is not null
      and (s.outcome = any(${tellingOutcomes}::text[]) or s.outcome = 'completed' and s.percent is not null) and not ${showsResult(ctx.now)}
    where s.id = any(${judged.map(({ row }) => row.id)}::uuid[]) returning case when s.is_withheld then s.id end as id`.execute(
    tx,
  )
  const withheld = new Set(waiting.map((one) => one.id))
  for (const { row, outcome, percent } of judged) {
    if (withheld.has(row.id)) continue
    if (row.assignmentId === null || (outcome === row.outcome && percent === row.percent)) continue
    // The best of all attempts is what the assignment has come to.
    const standing = await findStanding(tx, row.assignmentId)
    if (!standing?.outcome) continue
    await recordOutcome(ctx, tx, {
      assignmentId: row.assignmentId,
      userId: row.userId,
      formId: row.formId,
      title: row.title,
      versionId: standing.versionId,
      outcome: standing.outcome,
      percent: standing.percent,
      seconds: 0,
      isSubmission: false,
      replaces: true,
      isWithheld: false,
    })
  }
  const count = (fits: (by: number) => boolean) =>
    judged.filter(({ row, percent }) => fits((percent ?? 0) - (row.percent ?? 0))).length
  return { rises: count((by) => by > 0), falls: count((by) => by < 0) }
}

function isChanged({ row, mark, percent, outcome, state }: Judged): boolean {
  return (
    differ(mark.points, row.points) ||
    differ(mark.outOf, row.outOf) ||
    mark.verdict !== row.verdict ||
    differ(percent, row.percent) ||
    outcome !== row.outcome ||
    state !== row.state
  )
}

/** Points are stored with three decimals. */
function differ(a: number | null, b: number | null): boolean {
  return (a === null) !== (b === null) || Math.abs((a ?? 0) - (b ?? 0)) > 0.0006
}
