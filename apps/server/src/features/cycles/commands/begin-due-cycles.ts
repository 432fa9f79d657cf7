import { type CycleStart, type NextPeriod, nextPeriod, periodFrom } from '@learnt/contract/cycle-periods'
import { sql } from 'kysely'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, Services } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { planAnew } from '../../../platform/db/plan-anew.ts'
import { enqueue } from '../../../platform/outbox.ts'
import { systemContext } from '../../../platform/system-context.ts'
import { listOpenTenants } from '../../../platform/tenant/open-tenants.ts'
import { beginCycles } from '../../assignments/commands/begin-cycles.ts'
import { lockRules } from '../../permissions/commands/lock-rules.ts'
import {
  type DocumentWithReset,
  findDay,
  listDocumentsWithReset,
  listPeopleFrom,
  listStarts,
} from '../queries/due-cycles.ts'
import { beginWholeCycles } from './begin-whole-cycles.ts'

/** People whose cycles one transaction begins: those of them who are learning meanwhile wait for it. */
const peopleAtOnce = 2000
/** Many people are told only when everybody's cycle has begun: the mails take the worker longer. */
const toldLater = { ms: 60_000, msForEach: 2 }
const mark = 'cycles.begin'

/**
 * Once on each day of each tenant: begins due cycles, however old, and tells of those that end soon. Sets the mark
 * afterwards, so a run that broke off continues with people who have no new cycle yet.
 */
export async function beginCyclesOfTheDay(services: Services, stopping?: AbortSignal): Promise<void> {
  for (const id of await listOpenTenants(services.db)) {
    if (stopping?.aborted) return
    const ctx = systemContext(services, id, { requestId: mark })
    const day = await ctx.read((tx) => findDay(tx, ctx.now, mark))
    if (day.isDone) continue
    for (const document of await ctx.read((tx) => listDocumentsWithReset(tx))) {
      await beginDue(ctx, document, day.today, null, stopping)
      await warn(ctx, document, day.today, stopping)
      if (stopping?.aborted) return
    }
    await ctx.write((tx) =>
      sql`
        insert into rollup_marks (name, folded_at) values (${mark}, ${ctx.now})
        on conflict (tenant_id, name) do update set folded_at = excluded.folded_at`.execute(tx),
    )
  }
}

/** The same at once for a document whose setting was published, or for people who are back. */
export async function catchUp(ctx: Ctx, of: { documentId?: string; userIds?: readonly string[] }): Promise<void> {
  const [{ today }, documents] = await ctx.read((tx) =>
    Promise.all([findDay(tx, ctx.now, mark), listDocumentsWithReset(tx, of.documentId)]),
  )
  for (const document of documents) await beginDue(ctx, document, today, of.userIds ?? null)
}

interface Due {
  readonly start: CycleStart
  readonly next: NextPeriod
}
const keyOf = ({ from, monthDay }: CycleStart) => `${from}/${monthDay ?? ''}`

async function beginDue(
  ctx: Ctx,
  document: DocumentWithReset,
  today: string,
  userIds: readonly string[] | null,
  stopping?: AbortSignal,
): Promise<void> {
  const starts = await ctx.read((tx) => listStarts(tx, document.id, userIds))
  const due = new Map<string, Due>()
  let people = 0
  for (const start of starts) {
    const next = nextPeriod(document.reset, start, today)
    if (!next) continue
    due.set(keyOf(start), { start, next })
    people += start.people
  }
  if (due.size === 0) return
  const wait = people < peopleAtOnce ? 0 : toldLater.ms + people * toldLater.msForEach
  const tellAt = new Date(ctx.now.getTime() + wait)
  let after: string | null = null
  do {
    if (stopping?.aborted) return
    after = await ctx.write((tx) => beginRange(ctx, tx, document, today, { due, userIds, after, tellAt }))
  } while (after !== null)
}

/** Answers the id to go on after; null: nobody is left. */
async function beginRange(
  ctx: Ctx,
  tx: WriteTx,
  document: DocumentWithReset,
  today: string,
  of: { due: ReadonlyMap<string, Due>; userIds: readonly string[] | null; after: string | null; tellAt: Date },
): Promise<string | null> {
  await lockRules(tx, 'shared')
  const { after, userIds } = of
  const people = await listPeopleFrom(tx, {
    documentId: document.id,
    starts: [...of.due.values()].map((one) => one.start),
    userIds,
    after,
    limit: peopleAtOnce,
  })
  await planAnew(tx, people.length)
  const begun = await (document.hasSteps ? beginWholeCycles : beginCycles)(ctx, tx, {
    reason: 'reset',
    documentId: document.id,
    assignments: people.map(({ id, ...start }) => {
      const next = of.due.get(keyOf(start))?.next
      return {
        assignmentId: id,
        periodFrom: next?.from,
        monthDay: next?.monthDay,
        dueDay: next?.dueDay ?? undefined,
        validUntil: periodFrom(document.reset, start)?.validUntil,
      }
    }),
  })
  if (begun.length > 0)
    await Promise.all([
      enqueue(ctx, tx, 'cycles.tell', { kind: 'cycleBegun', assignmentIds: begun.map((one) => one.id) }, of.tellAt),
      audit(ctx, tx, {
        action: 'cycles.begin',
        subjectType: document.type,
        subjectId: document.id,
        subjectTitle: document.title,
        after: { people: begun.length, day: today },
      }),
    ])
  return people.length < peopleAtOnce ? null : (people.at(-1)?.userId ?? null)
}

/** Leaves it to the worker to tell people whose cycle ends within the days of a warning: of several the last one that has come. */
async function warn(ctx: Ctx, document: DocumentWithReset, today: string, stopping?: AbortSignal): Promise<void> {
  if (document.reset.kind === 'none' || document.reset.warnings.length === 0) return
  const { warnings } = document.reset
  const starts = await ctx.read((tx) => listStarts(tx, document.id))
  for (const start of starts) {
    const period = periodFrom(document.reset, start)
    if (!period || period.end <= today) continue
    const daysLeft = Math.round((Date.parse(period.end) - Date.parse(today)) / 86_400_000)
    const due = warnings.filter((days) => days >= daysLeft)
    if (due.length === 0) continue
    let after: string | null = null
    do {
      if (stopping?.aborted) return
      after = await ctx.write(async (tx) => {
        const people = await listPeopleFrom(tx, {
          documentId: document.id,
          starts: [start],
          userIds: null,
          after,
          limit: peopleAtOnce,
        })
        if (people.length > 0)
          await enqueue(ctx, tx, 'cycles.tell', {
            kind: 'cycleEnding',
            assignmentIds: people.map((one) => one.id),
            endDay: period.end,
            days: Math.min(...due),
          })
        return people.length < peopleAtOnce ? null : (people.at(-1)?.userId ?? null)
      })
    } while (after !== null)
  }
}
