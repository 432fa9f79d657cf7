import { randomUUID } from 'node:crypto'
import type { Kysely, QueryExecutor } from 'kysely'
import { CommitOutcomeUnknown, isConnectionLost, isDatabaseError, isUniqueViolation } from './errors.ts'
import type { Statement, StatementResult } from './flush.ts'
import type { DB } from './rows.ts'

/** The cluster that holds the control plane. Tenants lie here unless they are placed elsewhere. */
export const firstCluster = 'main'

/**
 * What connections are called whose transactions ask each time whether their tenant is still there. A process that knows one
 * cluster asks nothing, and its connections are not called so: no tenant is moved beside it.
 */
export const gatedConnection = 'learnt-gated'

/** The setting with the address of a further cluster. */
export function clusterSetting(name: string): string {
  return `CLUSTER_${name.toUpperCase().replaceAll('-', '_')}_URL`
}

/**
 * Functions of schema control that are about tenant tables, or about the cluster itself: each cluster answers them for
 * itself. All others are the control plane's, on the first. spread.test.ts compares this list with what they touch.
 */
export const answeredOnEachCluster: ReadonlySet<string> = new Set([
  'beat_live_process',
  'bury_live_processes',
  'claim_cluster',
  'creation_of_tenant',
  'enter_place',
  'forget_live_positions',
  'held_tenants',
  'holds_task',
  'leave_live_process',
  'live_positions',
  'live_tenants_after',
  'make_statement_months',
  'migrations_done',
  'note_live_tenants',
  'open_place',
  'search_courses',
  'search_members',
  'take_live_positions',
  'zone_of_tenant',
])

/**
 * Stands in a statement that asks both sides at once, which saves a round trip where they are one database: whoever writes
 * one has asked liesApart(), and does without where they are not.
 */
export const whereTogether = '/* both sides are one database */'

const apart = new WeakSet<object>()

/** Whether the tenant's rows lie on another cluster than the control plane, so that no statement can ask both. */
export function liesApart(tx: Kysely<DB>): boolean {
  return apart.has(tx.getExecutor())
}

export function markApart(executor: QueryExecutor): void {
  apart.add(executor)
}

const known = new Map<string, boolean>()
const KNOWN = 5000

/** Whether a statement is for the first cluster: it calls a function of the control plane. */
export function asksControlPlane(text: string): boolean {
  let asks = known.get(text)
  if (asks === undefined) {
    if (text.includes(whereTogether)) throw new Error('This statement asks two clusters; see liesApart()')
    asks = [...text.matchAll(/\bcontrol\.([a-z_]+)/g)].some(([, name = '']) => !answeredOnEachCluster.has(name))
    if (known.size >= KNOWN) known.clear()
    known.set(text, asks)
  }
  return asks
}

/** A transaction on one cluster. */
export interface Half {
  readonly hasBegun: boolean
  add(statement: Statement): Promise<StatementResult>
  savepoint<T>(fn: () => Promise<T>): Promise<T>
  /** Takes no more statements. */
  end(): void
  /** Returns when what was issued is through, and takes no more. */
  close(): Promise<void>
  /** Whether it holds anything that a commit would make true. */
  hasWritten(): Promise<boolean>
  /** `also` travels with the COMMIT, before it. */
  commit(also?: readonly Statement[]): Promise<void>
  rollback(): Promise<void>
  /** From here on the transaction outlives its connection, under this name. */
  prepare(name: string): Promise<void>
  endPrepared(how: 'commit' | 'rollback', name: string): Promise<void>
  worthRepeating(error: unknown): boolean
}

const NAME = /^learnt:([a-z0-9-]+):([a-z0-9-]+):([0-9a-f-]{36})$/

/** What a prepared transaction is about, by its name; null for what is none of ours. */
export function readJointName(name: string): { cluster: string; tenantId: string; id: string } | null {
  const [, cluster, tenantId, id] = NAME.exec(name) ?? []
  return cluster && tenantId && id ? { cluster, tenantId, id } : null
}

/** Where a process may be killed, for tests. */
export type JointStep = 'prepared' | 'decided'

/**
 * A write of a tenant that lies away from the control plane: two transactions that are committed together or not at all.
 *
 * The control plane's half is prepared, which it survives whatever happens; then the tenant's half is committed with a row
 * that says so; then the prepared half. So the row decides, and settleJointCommits() finds what nobody brought to its
 * end. Where one side only read, nothing of this is needed.
 */
export class BothHalves {
  readonly #own: Half
  readonly #first: Half
  readonly #of: { cluster: string; tenantId: string; at?: ((step: JointStep) => Promise<void>) | undefined }
  readonly #onUnknown: (name: string) => void

  constructor(
    own: Half,
    first: Half,
    of: { cluster: string; tenantId: string; at?: ((step: JointStep) => Promise<void>) | undefined },
    onUnknown: (name: string) => void,
  ) {
    this.#own = own
    this.#first = first
    this.#of = of
    this.#onUnknown = onUnknown
  }

  add(statement: Statement): Promise<StatementResult> {
    return asksControlPlane(statement.text) ? this.#first.add(statement) : this.#own.add(statement)
  }

  savepoint<T>(fn: () => Promise<T>): Promise<T> {
    return this.#own.savepoint(() => this.#first.savepoint(fn))
  }

  /** Two halves have no COMMIT that could go along: it is asked first which of them wrote. */
  lastly<T>(fn: () => Promise<T>): Promise<T> {
    return fn()
  }

  keepOpen(): void {}

  end(): void {
    this.#first.end()
    this.#own.end()
  }

  async close(): Promise<void> {
    // In this order: the first cluster's half waits for a connection of the other one's.
    await this.#first.close()
    await this.#own.close()
  }

  async rollback(): Promise<void> {
    await Promise.all([this.#first.rollback(), this.#own.rollback()])
  }

  worthRepeating(error: unknown): boolean {
    if (error instanceof CommitOutcomeUnknown) return false
    // Refused by somebody who took it for dead: nothing of it happened.
    if (isUniqueViolation(error, 'joint_commits_pkey')) return true
    return this.#own.worthRepeating(error) || this.#first.worthRepeating(error)
  }

  async commit(): Promise<void> {
    const own = this.#own
    const first = this.#first
    if (!first.hasBegun) {
      // It may have taken a connection for a statement that never went out.
      await first.rollback()
      return own.commit()
    }
    if (!own.hasBegun) {
      // Its connection is given back.
      await own.rollback()
      return first.commit()
    }
    let wrote: [boolean, boolean]
    try {
      wrote = await Promise.all([own.hasWritten(), first.hasWritten()])
    } catch (error) {
      await this.rollback()
      throw error
    }
    if (wrote[0] && wrote[1]) return this.#commitTogether()
    // The one that wrote decides; the other one has nothing to lose.
    const [writer, reader] = wrote[1] ? [first, own] : [own, first]
    try {
      await writer.commit()
    } finally {
      await reader.rollback()
    }
  }

  async #commitTogether(): Promise<void> {
    const { cluster, tenantId, at } = this.#of
    const id = randomUUID()
    const name = `learnt:${cluster}:${tenantId}:${id}`
    try {
      await this.#first.prepare(name)
    } catch (error) {
      await this.#own.rollback()
      // Prepared or not: without the row it is refused.
      if (isConnectionLost(error)) this.#onUnknown(name)
      throw error
    }
    await at?.('prepared')
    try {
      await this.#own.commit([{ text: 'insert into joint_commits (id) values ($1)', values: [id] }])
    } catch (error) {
      if (error instanceof CommitOutcomeUnknown) {
        await this.#first.rollback()
        this.#onUnknown(name)
      } else await this.#first.endPrepared('rollback', name).catch(() => this.#onUnknown(name))
      throw error
    }
    await at?.('decided')
    // It is decided: whoever does it, it will be done.
    await this.#first.endPrepared('commit', name).catch(() => this.#onUnknown(name))
  }
}

export interface Settled {
  readonly committed: number
  readonly refused: number
}

/** What settling needs of the database: asked in this form so that it stands beside the pools and not on them. */
export interface Ends {
  /** Names of prepared transactions of ours that are older. */
  listPrepared(olderThanMs: number): Promise<string[]>
  /** Leaves the refusal where no row is yet; answers whether the one that is there now is a refusal. */
  refuse(of: { cluster: string; tenantId: string; id: string }): Promise<boolean>
  endPrepared(how: 'commit' | 'rollback', name: string): Promise<void>
}

/**
 * Brings to their end what killed processes left half-way: where the tenant's half was committed the other one is, too;
 * where it was not, it is first made impossible. Safe beside the one that is still at it, and beside others who settle.
 */
export async function settle(ends: Ends, names: readonly string[]): Promise<Settled> {
  let [committed, refused] = [0, 0]
  let failed: { readonly error: unknown } | null = null
  const found = names.flatMap((name) => {
    const of = readJointName(name)
    return of === null ? [] : [{ name, of }]
  })
  const settleOne = async ({ name, of }: (typeof found)[number]) => {
    const isRefused = await ends.refuse(of)
    await ends.endPrepared(isRefused ? 'rollback' : 'commit', name)
    if (isRefused) refused++
    else committed++
  }
  // A cluster that is away, or silent, keeps no other's back.
  await Promise.all(
    [...Map.groupBy(found, ({ of }) => of.cluster).values()].map(async (theirs) => {
      for (const one of theirs)
        await settleOne(one).catch((error: unknown) => {
          failed = { error }
        })
    }),
  )
  const { error } = (failed ?? {}) as { error?: unknown }
  if (failed !== null) throw error
  return { committed, refused }
}

/** Somebody else has ended it. */
export function isEndedAlready(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '42704'
}
