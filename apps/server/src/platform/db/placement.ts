import { sql } from 'kysely'
import type { TenantId } from '../tenant/tenant-id.ts'
import type { Timeouts } from './binding.ts'
import { control } from './collector.ts'
import { isElsewhere } from './errors.ts'
import type { Home } from './pool.ts'

/** How long a process may believe that a tenant lies where it lay. */
const PLACEMENT_MS = 5000
const PLACES_KNOWN = 50_000
/** Longer than that, so that whoever looks each second misses none. */
const LATELY_SECONDS = 15

/** Where a tenant lies, as far as this process knows. */
export interface Place {
  readonly home: Home
  /** The number of the place, with which transactions come there; null: nothing is asked. */
  readonly placeNumber: number | null
}

/** A small tenant is moved in less time: nobody notices. */
const [WAITS, WAIT_MS] = [20, 100]

/** Where tenants lie. With one cluster there is nothing to ask. */
export class Placement {
  readonly #homes: ReadonlyMap<string, Home>
  readonly #only: Place
  readonly #first: Home
  readonly #timeouts: Timeouts
  readonly #known = new Map<string, Place & { readonly until: number }>()
  readonly #asked = new Map<string, Promise<Place>>()

  constructor(homes: ReadonlyMap<string, Home>, first: Home, timeouts: Timeouts) {
    this.#homes = homes
    this.#first = first
    this.#only = { home: first, placeNumber: null }
    this.#timeouts = timeouts
  }

  placeOf(tenantId: TenantId): Place | Promise<Place> {
    if (this.#homes.size === 1) return this.#only
    const known = this.#known.get(tenantId)
    if (known !== undefined && known.until > performance.now()) return known
    const asked = this.#asked.get(tenantId) ?? this.#ask(tenantId).finally(() => this.#asked.delete(tenantId))
    this.#asked.set(tenantId, asked)
    return asked
  }

  /** Works there, and where the tenant is by then when it has just been moved; waits a little while it is. */
  async work<T>(tenantId: TenantId, work: (place: Place) => Promise<T>): Promise<T> {
    let place = await this.placeOf(tenantId)
    for (let waits = 0; ; ) {
      try {
        return await work(place)
      } catch (error) {
        const refused = elsewhereOf(error)
        if (refused === null) throw error
        if (this.#known.get(tenantId)?.placeNumber === place.placeNumber) this.#known.delete(tenantId)
        const now = await this.placeOf(tenantId)
        if (now.placeNumber === place.placeNumber && ++waits > WAITS) throw refused
        if (now.placeNumber === place.placeNumber) await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
        place = now
      }
    }
  }

  /** Tenants that were moved since then, whether this process knew their place or not. */
  async look(since: Date | null): Promise<{ at: Date | null; moved: { tenantId: string; cluster: string }[] }> {
    if (this.#homes.size === 1) return { at: null, moved: [] }
    const { rows } = await control(this.#first, this.#timeouts, (tx) =>
      sql<{ at: Date; moved: { id: string; cluster: string; place_number: number }[] }>`
        select clock.at, coalesce((
          select jsonb_agg(placed) from control.lately_placed(
            ${LATELY_SECONDS} + greatest(0, ceil(coalesce(extract(epoch from clock.at - ${since}::timestamptz), 0)))::int
          ) placed), '[]') as moved
        from (select clock_timestamp() as at) clock`.execute(tx),
    )
    const moved = rows[0]?.moved ?? []
    for (const { id, place_number } of moved) {
      const known = this.#known.get(id)?.placeNumber
      if (known !== undefined && known !== null && known < place_number) this.#known.delete(id)
    }
    return { at: rows[0]?.at ?? null, moved: moved.map(({ id, cluster }) => ({ tenantId: id, cluster })) }
  }

  async #ask(tenantId: TenantId): Promise<Place> {
    const until = performance.now() + PLACEMENT_MS
    const { rows } = await control(this.#first, this.#timeouts, (tx) =>
      sql<{
        cluster: string
        placeNumber: number
      }>`select cluster, place_number from control.place_of(${tenantId})`.execute(tx),
    )
    const [row] = rows
    // Not remembered: it may be there in a moment, and elsewhere.
    if (row === undefined) return this.#only
    const home = this.#homes.get(row.cluster)
    if (home === undefined)
      throw new Error(`Tenant ${tenantId} lies on cluster ${row.cluster}, which this process does not know`)
    if (this.#known.size >= PLACES_KNOWN) this.#known.clear()
    const place = { home, placeNumber: row.placeNumber, until }
    this.#known.set(tenantId, place)
    return place
  }
}

/** Also behind another: who swallows the first error hears later that the transaction has failed. */
function elsewhereOf(error: unknown): unknown {
  if (isElsewhere(error)) return error
  return error instanceof Error && isElsewhere(error.cause) ? error.cause : null
}
