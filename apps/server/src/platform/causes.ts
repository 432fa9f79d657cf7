import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from './context.ts'
import type { WriteTx } from './db/database.ts'

/** What consequences go by and bring about. */
type Trace = 'assignments' | 'badges' | 'certificates' | 'cycles' | 'dates' | 'notices' | 'points' | 'statements'

/**
 * What follows from causes: a certificate, a badge, points. A cause is a row of `causes`: somebody finished a document,
 * `voided`, a completion was taken back, and with it what it gave, `points`, a balance of points has moved, or `outside`, a
 * certificate that somebody earned elsewhere was confirmed. The order follows from `reads` and `writes`: a consequence comes
 * after all others that write what it reads.
 */
export interface Consequence {
  readonly name: string
  readonly reads: readonly Trace[]
  readonly writes: readonly Trace[]
  /** Whether it follows from history too: as soon as that is recorded, or afterwards, where awards are asked for. */
  readonly ofHistory?: NonNullable<CauseCtx['history']>
  /**
   * Whether anything follows from a row of `causes` that was just inserted. Asked by the statement that inserts it, so that
   * a completion from which nothing follows costs no statement more.
   */
  readonly follows: RawBuilder<boolean>
  /** Runs in the transaction of the cause, so that it happens exactly once, or not at all where the cause is undone. */
  run(ctx: CauseCtx, tx: WriteTx, causes: readonly Cause[]): Promise<void>
  /** The same of a single step of a course. */
  readonly step?: StepConsequence
}

/** What follows from a step that somebody finished, or that is finished no longer. */
interface StepConsequence {
  /** Whether anything would follow from the step. Asked by the statement that reads how it stands. */
  follows(step: AskedStep): RawBuilder<boolean>
  run(ctx: CauseCtx, tx: WriteTx, step: FinishedStep): Promise<void>
}

/** A step, in the words of the statement that asks. */
interface AskedStep {
  readonly assignmentId: RawBuilder<unknown>
  readonly documentId: RawBuilder<unknown>
  readonly activityId: string
}

export interface FinishedStep {
  readonly assignmentId: string
  readonly activityId: string
}

/** Who is at work is known in most places, and nobody is where the installation itself is. */
export type CauseCtx = Pick<Ctx, 'now'> &
  Partial<Pick<Ctx, 'actor'>> & {
    /** It happened long ago and is only recorded now: the causes are kept, little follows, and nobody is told. */
    readonly history?: 'recorded' | 'awarded'
  }

const consequences: Consequence[] = []

/** Adds what a feature makes follow. */
export function addConsequences(added: readonly Consequence[]): void {
  consequences.push(...inOrder([...consequences.splice(0), ...added]))
}

/** Each after those that write what it reads; of several that may come next, the first by name. */
export function inOrder(all: readonly Consequence[]): Consequence[] {
  const left = [...all].sort((a, b) => (a.name < b.name ? -1 : 1))
  const order: Consequence[] = []
  while (left.length > 0) {
    const next = left.findIndex((one) =>
      left.every((other) => other === one || !other.writes.some((trace) => one.reads.includes(trace))),
    )
    if (next === -1)
      throw new Error(`Each of these consequences reads what another writes: ${left.map((one) => one.name)}`)
    order.push(...left.splice(next, 1))
  }
  return order
}

/** A cause that something follows from. */
export interface Cause {
  readonly id: string
  /** Null where it is about no document. */
  readonly assignmentId: string | null
  /** Places of the consequences that follow. */
  readonly by: readonly number[]
}

/** Which consequences follow from an inserted row of `causes`, by their places. */
export function followersOf(): RawBuilder<number[]> {
  if (consequences.length === 0) return sql<number[]>`'{}'::integer[]`
  return sql<number[]>`array_remove(array[${sql.join(
    consequences.map(({ follows }, place) => sql`case when ${follows} then ${sql.lit(place)} end`),
  )}]::integer[], null)`
}

/** Which consequences would follow from a step of an assignment, by their places. */
export function stepFollowersOf(step: AskedStep): RawBuilder<number[]> {
  const asked = consequences.flatMap(({ step: its }, place) =>
    its ? [sql`case when ${its.follows(step)} then ${sql.lit(place)} end`] : [],
  )
  if (asked.length === 0) return sql<number[]>`'{}'::integer[]`
  return sql<number[]>`array_remove(array[${sql.join(asked)}]::integer[], null)`
}

/** Hands a step to the consequences that follow from it, by their places. */
export async function deliverStep(
  ctx: CauseCtx,
  tx: WriteTx,
  step: FinishedStep,
  by: readonly number[],
): Promise<void> {
  for (const place of by) await consequences[place]?.step?.run(ctx, tx, step)
}

/** Hands causes to the consequences that follow from them, one after the other; null: nothing follows. */
export async function deliverCauses(ctx: CauseCtx, tx: WriteTx, causes: readonly (Cause | null)[]): Promise<void> {
  for (const [place, consequence] of consequences.entries()) {
    if (ctx.history && consequence.ofHistory !== ctx.history) continue
    const its = causes.filter((cause) => cause?.by.includes(place)) as Cause[]
    if (its.length > 0) await consequence.run(ctx, tx, its)
  }
}
