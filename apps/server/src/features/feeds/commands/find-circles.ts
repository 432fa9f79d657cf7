import { sql } from 'kysely'
import { json, type WriteTx } from '../../../platform/db/database.ts'
import { refuseFollowers } from './refuse-rows.ts'

interface Edge {
  readonly person: string
  readonly manager: string
  /** The row that says it; null: it comes from the tenant and not from this file. */
  readonly place: number | null
}

/** Refuses rows that would make people report to themselves through others. */
export async function findCircles(tx: WriteTx, runId: string): Promise<void> {
  // Only managers can be in a circle, which are few of many people.
  const { rows: edges } = await sql<Edge>`
    with said as materialized (
      select r.user_id::text as person, manager, r.place from feed_rows r, jsonb_array_elements_text(r.fields -> 'managers') manager
      where r.run_id = ${runId} and r.outcome in ('create', 'update') and r.fields ? 'managers'
    ),
    e as materialized (
      select person, manager, place from said
      union all
      select m.user_id::text, manager, null from memberships m, unnest(m.managers) manager
      where not exists (select from feed_rows r where r.run_id = ${runId} and r.membership_id = m.id and r.outcome in ('create', 'update') and r.fields ? 'managers')
    )
    select person, manager, place from e where person in (select manager from e)`.execute(tx)
  const circles = circlesOf(edges)
  if (circles.length === 0) return
  const people = [...new Set(circles.flatMap((one) => one.path))]
  const { rows: names } = await sql<{ id: string; name: string }>`
    select user_id::text as id, person as name from feed_rows where run_id = ${runId} and user_id = any (${people}::text[]::uuid[])
    union select user_id::text, rtrim(first_name || ' ' || last_name) from memberships where is_primary and user_id = any (${people}::text[]::uuid[])`.execute(
    tx,
  )
  const nameOf = new Map(names.map((row) => [row.id, row.name]))
  const found = circles.map(({ place, path }) => ({
    place,
    found: path
      .map((id) => nameOf.get(id) ?? '?')
      .join(' → ')
      .slice(0, 200),
  }))
  await sql`
    update feed_rows f set outcome = 'rejected',
      errors = f.errors || jsonb_build_array(jsonb_build_object('code', 'circle', 'field', 'managers', 'found', c.found))
    from jsonb_to_recordset(${json(found)}) as c (place int, found text)
    where f.run_id = ${runId} and f.place = c.place`.execute(tx)
  await refuseFollowers(tx, runId)
}

/** Rows of people in a circle, each with the path around it. */
export function circlesOf(edges: readonly Edge[]): { place: number; path: string[] }[] {
  const managersOf = new Map<string, string[]>()
  for (const { person, manager } of edges) managersOf.set(person, [...(managersOf.get(person) ?? []), manager])
  const group = groupsOf(managersOf)
  const found = new Map<number, string[]>()
  for (const { person, manager, place } of edges) {
    if (place === null || found.has(place) || group.get(person) !== group.get(manager)) continue
    const path = wayBack(managersOf, group, person, manager)
    if (path) found.set(place, path)
  }
  return [...found].map(([place, path]) => ({ place, path }))
}

/** The shortest path from a manager back to the person. */
function wayBack(
  managersOf: ReadonlyMap<string, readonly string[]>,
  group: ReadonlyMap<string, number>,
  person: string,
  manager: string,
): string[] | null {
  const cameFrom = new Map<string, string>([[manager, person]])
  const open = [manager]
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (next === person) {
      const path = [person]
      for (let at = cameFrom.get(person); at !== undefined && at !== person; at = cameFrom.get(at)) path.push(at)
      return [...path, person].reverse()
    }
    for (const above of managersOf.get(next) ?? []) {
      if (cameFrom.has(above) || group.get(above) !== group.get(person)) continue
      cameFrom.set(above, next)
      open.push(above)
    }
  }
  return null
}

/** People who reach each other have the same number (Tarjan, without recursion: lines of managers may be long). */
function groupsOf(managersOf: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const group = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  let count = 0
  let groups = 0
  for (const root of managersOf.keys()) {
    if (index.has(root)) continue
    const work: { id: string; at: number }[] = [{ id: root, at: 0 }]
    while (work.length > 0) {
      const top = work.at(-1)
      if (!top) break
      const { id } = top
      if (top.at === 0) {
        index.set(id, count)
        low.set(id, count++)
        stack.push(id)
        onStack.add(id)
      }
      const above = managersOf.get(id) ?? []
      const next = above[top.at++]
      if (next !== undefined) {
        if (!index.has(next)) work.push({ id: next, at: 0 })
        else if (onStack.has(next)) low.set(id, Math.min(low.get(id) ?? 0, index.get(next) ?? 0))
        continue
      }
      work.pop()
      const below = work.at(-1)
      if (below) low.set(below.id, Math.min(low.get(below.id) ?? 0, low.get(id) ?? 0))
      if (low.get(id) !== index.get(id)) continue
      groups++
      for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
        onStack.delete(one)
        group.set(one, groups)
        if (one === id) break
      }
    }
  }
  return group
}
