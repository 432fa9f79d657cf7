import { openControls } from '@learnt/contract/package-tree'
import type { ItemControls, PackageItem, PackageOrganization } from '@learnt/contract/packages'
import type { ScoStatus } from '@learnt/contract/runtime'
import { meetsPrerequisites } from './prerequisites.ts'

/** An item that opens something, with the folders above it, the outermost (the organization) first. */
export interface Leaf {
  item: PackageItem
  above: readonly Folder[]
  index: number
}

interface Folder {
  id: string
  controls: ItemControls
}

export interface Outline {
  leaves: readonly Leaf[]
  tree: readonly PackageItem[]
  /** SCORM 1.2 knows prerequisites, SCORM 2004 control modes. */
  edition: '1.2' | '2004'
}

/** Why an item cannot be chosen now; a key of the catalogue. */
export type ChoiceLock = 'locked' | 'noChoice' | 'noReturn'

/** How far each item is; items without an entry were never opened. */
export type Statuses = ReadonlyMap<string, ScoStatus>

export function buildOutline(organization: PackageOrganization, edition: '1.2' | '2004'): Outline {
  const leaves: Leaf[] = []
  const walk = (items: readonly PackageItem[], above: readonly Folder[]) => {
    for (const item of items) {
      if (item.href !== null) leaves.push({ item, above, index: leaves.length })
      walk(item.children, [...above, { id: item.id, controls: controlsOf(item.controls, edition) }])
    }
  }
  walk(organization.items, [{ id: organization.id, controls: controlsOf(organization.controls, edition) }])
  return { leaves, tree: organization.items, edition }
}

/** Neither choice nor flow would let nobody in at all: then the items are walked through in order. */
function controlsOf(controls: ItemControls, edition: Outline['edition']): ItemControls {
  if (edition === '1.2') return openControls
  return controls.choice || controls.flow ? controls : { ...controls, flow: true }
}

export function findLeaf(outline: Outline, id: string | null): Leaf | undefined {
  return outline.leaves.find((leaf) => leaf.item.id === id)
}

/** Where "continue" leads; null where the package or the end of it forbids it. */
export function nextLeaf(outline: Outline, current: Leaf, statuses: Statuses): Leaf | null {
  for (const leaf of outline.leaves.slice(current.index + 1)) {
    if (!flows(current, leaf)) return null
    if (isOpenTo(outline, leaf, statuses)) return leaf
  }
  return null
}

/** Where "previous" leads. */
export function previousLeaf(outline: Outline, current: Leaf, statuses: Statuses): Leaf | null {
  for (const leaf of outline.leaves.slice(0, current.index).toReversed()) {
    if (!flows(current, leaf)) return null
    if (crossed(current, leaf).some((folder) => folder.controls.forwardOnly)) return null
    if (isOpenTo(outline, leaf, statuses)) return leaf
  }
  return null
}

/** Null: it may be chosen from the list. */
export function choiceLock(
  outline: Outline,
  target: Leaf,
  current: Leaf | undefined,
  statuses: Statuses,
): ChoiceLock | null {
  if (!isOpenTo(outline, target, statuses)) return 'locked'
  if (outline.edition === '1.2' || target.item.id === current?.item.id) return null
  const shared = current === undefined ? 1 : sharedDepth(current, target)
  if (target.above.slice(shared - 1).some((folder) => !folder.controls.choice)) return 'noChoice'
  if (current === undefined) return null
  if (!current.item.controls.choiceExit) return 'noChoice'
  if (current.above.slice(shared).some((folder) => !folder.controls.choiceExit)) return 'noChoice'
  if (target.index < current.index && target.above[shared - 1]?.controls.forwardOnly) return 'noReturn'
  return null
}

/** What opens at the start: what was open, else the first one that may be; null where the learner has to choose. */
export function firstLeaf(outline: Outline, wanted: string | null, statuses: Statuses): Leaf | null {
  const again = findLeaf(outline, wanted)
  if (again !== undefined && isOpenTo(outline, again, statuses)) return again
  return outline.leaves.find((leaf) => isOpenTo(outline, leaf, statuses)) ?? null
}

function isOpenTo(outline: Outline, leaf: Leaf, statuses: Statuses): boolean {
  if (outline.edition !== '1.2') return true
  return meetsPrerequisites(leaf.item.prerequisites, (id) => statusOf(outline, id, statuses))
}

/** An item's own status; a folder is as far as all of its items. Null: the package names something that is not there. */
function statusOf(outline: Outline, id: string, statuses: Statuses): ScoStatus | null {
  const leaf = findLeaf(outline, id)
  if (leaf !== undefined) return statuses.get(id) ?? 'not attempted'
  const inside = outline.leaves
    .filter((one) => one.above.some((folder) => folder.id === id))
    .map((one) => statuses.get(one.item.id) ?? 'not attempted')
  if (inside.length === 0) return null
  if (inside.every((status) => status === 'passed')) return 'passed'
  if (inside.every((status) => status === 'passed' || status === 'completed')) return 'completed'
  return inside.every((status) => status === 'not attempted') ? 'not attempted' : 'incomplete'
}

function flows(from: Leaf, to: Leaf): boolean {
  return crossed(from, to).every((folder) => folder.controls.flow)
}

/** Folders that are left, entered or stayed in on the way from one item to another. */
function crossed(from: Leaf, to: Leaf): Folder[] {
  const shared = sharedDepth(from, to)
  return [...from.above.slice(shared - 1), ...to.above.slice(shared)]
}

function sharedDepth(a: Leaf, b: Leaf): number {
  let depth = 0
  while (depth < a.above.length && depth < b.above.length && a.above[depth] === b.above[depth]) depth++
  return Math.max(1, depth)
}
