import { type NavigationRow, navigationLimits, type SentNavigationRow } from '@learnt/contract/navigation'

/** Entries that stand in a group, in order; null: at the top. */
export function childrenOf(rows: readonly NavigationRow[], parentId: string | null): NavigationRow[] {
  return rows.filter((row) => row.parentId === parentId)
}

/** Moves an entry among its brothers; places count from 0. */
export function moveRow(rows: readonly NavigationRow[], parentId: string | null, from: number, to: number) {
  const ids = childrenOf(rows, parentId).map((row) => row.id)
  const [moved] = ids.splice(from, 1)
  if (moved === undefined) return [...rows]
  ids.splice(to, 0, moved)
  const inOrder = ids.map((id) => rows.find((row) => row.id === id) as NavigationRow)
  return rows.map((row) => (row.parentId === parentId ? (inOrder.shift() as NavigationRow) : row))
}

/** Changes an entry; one that goes into another group comes last there. */
export function changeRow(rows: readonly NavigationRow[], next: NavigationRow): NavigationRow[] {
  const before = rows.find((row) => row.id === next.id)
  if (before && before.parentId === next.parentId) return rows.map((row) => (row.id === next.id ? next : row))
  return [...rows.filter((row) => row.id !== next.id), next]
}

/** Takes an entry away; what stood in it moves up to where it was. */
export function removeRow(rows: readonly NavigationRow[], id: string): NavigationRow[] {
  const gone = rows.find((row) => row.id === id)
  if (!gone) return [...rows]
  return rows
    .filter((row) => row.id !== id)
    .map((row) => (row.parentId === id ? { ...row, parentId: gone.parentId } : row))
}

/** Groups that an entry can be put into: not itself, nothing inside it, and not too deep. */
export function placesFor(rows: readonly NavigationRow[], id: string): NavigationRow[] {
  const height = heightOf(rows, id)
  return rows.filter(
    (row) =>
      row.isGroup &&
      !pathOf(rows, row.id).includes(id) &&
      pathOf(rows, row.id).length + height <= navigationLimits.levels,
  )
}

/** From an entry up to the top, itself first. */
export function pathOf(rows: readonly NavigationRow[], id: string): string[] {
  const path: string[] = []
  for (let at: string | null = id; at !== null && !path.includes(at); ) {
    path.push(at)
    at = rows.find((row) => row.id === path.at(-1))?.parentId ?? null
  }
  return path
}

function heightOf(rows: readonly NavigationRow[], id: string): number {
  return 1 + Math.max(0, ...childrenOf(rows, id).map((child) => heightOf(rows, child.id)))
}

/** As it is sent: what is available is not the team's to say. */
export function toSend(rows: readonly NavigationRow[]): SentNavigationRow[] {
  return rows.map(({ available, icon, ...row }) => ({ ...row, icon: icon as SentNavigationRow['icon'] }))
}
