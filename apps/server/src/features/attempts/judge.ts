import { launchableItems, readDuration } from '@learnt/contract/package-tree'
import { type PackageItem, type PackageKind, type PackageProblem, packageProblems } from '@learnt/contract/packages'
import type { RuntimeCall, ScoStatus } from '@learnt/contract/runtime'
import type { Elements } from '@learnt/contract/runtime-delta'
import { hasOwnScale, masteryVerdict, readDecimal, roundPercent, scorePercent } from '@learnt/contract/scores'
import type { ProgressState } from '@learnt/contract/states'

export interface ScoStanding {
  status: ScoStatus
  /** 0 to 100. */
  score: number | null
  /** 0 to 1. */
  progressMeasure: number | null
  isSuspended: boolean
}

/** How an item was left. */
export interface Ending {
  /** It called Initialize in this visit. */
  initialized: boolean
  /** The package said goodbye itself. A closed tab or a removed frame does not count: the package's own words stand. */
  ended: boolean
}

/** What an item's own words make of it, by the rules of its edition. The player's opinion counts for nothing. */
export function judgeSco(kind: PackageKind, item: PackageItem, cmi: Elements, ending: Ending): ScoStanding {
  if (item.type === 'unknown' && !ending.initialized && !ending.ended)
    return { status: 'incomplete', score: null, progressMeasure: null, isSuspended: true }
  // Looking at an asset is all that there is to it.
  if (item.type === 'asset' || (item.type === 'unknown' && !ending.initialized))
    return { status: 'completed', score: null, progressMeasure: null, isSuspended: false }
  return kind === 'scorm12' ? judge12(item, cmi, ending) : judge2004(item, cmi, ending)
}

function judge12(item: PackageItem, cmi: Elements, ending: Ending): ScoStanding {
  const said = cmi['cmi.core.lesson_status'] ?? ''
  const comesBack = cmi['cmi.core.exit'] === 'suspend' || !ending.ended
  let status: ScoStatus = isStatus(said) ? said : 'not attempted'
  if (ending.initialized && status === 'not attempted') status = comesBack ? 'incomplete' : 'completed'
  // The standard: with a mastery score, the score decides at the end, whatever the package says.
  if (!comesBack) status = masteryVerdict(cmi, item.masteryScore) ?? status
  return { status, score: scorePercent(cmi, 'cmi.core.score'), progressMeasure: null, isSuspended: comesBack }
}

function judge2004(item: PackageItem, cmi: Elements, ending: Ending): ScoStanding {
  const comesBack = cmi['cmi.exit'] === 'suspend' || !ending.ended
  const progressMeasure = readDecimal(cmi['cmi.progress_measure'], 0, 1)
  const scaled = readDecimal(cmi['cmi.score.scaled'], -1, 1)
  const score = scaled === null ? scorePercent(cmi, 'cmi.score') : roundPercent(Math.max(0, scaled) * 100)
  let completion = cmi['cmi.completion_status'] ?? 'unknown'
  let success = cmi['cmi.success_status'] ?? 'unknown'
  // Thresholds decide at the end, as a mastery score does; until then the package's own words stand.
  if (!comesBack) {
    if (item.completionThreshold !== null && progressMeasure !== null) {
      completion = progressMeasure >= item.completionThreshold ? 'completed' : 'incomplete'
    }
    const primary = item.objectives.find((objective) => objective.primary)
    if (primary?.satisfiedByMeasure && primary.minNormalizedMeasure !== null && scaled !== null) {
      success = scaled >= primary.minNormalizedMeasure ? 'passed' : 'failed'
    }
  }
  // A package that leaves it to the system and ends for good is completed (sequencing, end attempt process).
  const silent = completion === 'unknown' && success === 'unknown' && !item.controls.completionSetByContent
  if (silent && ending.initialized && !comesBack) completion = 'completed'
  return { status: oneStatus(completion, success, ending.initialized), score, progressMeasure, isSuspended: comesBack }
}

/** What the author should know about an item that was played to its end: a score range that SCORM 1.2 does not have. */
export function findScoreRange(kind: PackageKind, item: PackageItem, cmi: Elements): PackageProblem | null {
  if (kind !== 'scorm12' || item.masteryScore === null || !hasOwnScale(cmi)) return null
  const { 'cmi.core.score.min': min = '0', 'cmi.core.score.max': max = '100' } = cmi
  return {
    code: 'score-range',
    severity: packageProblems['score-range'],
    path: null,
    params: { item: item.title, min, max, mastery: item.masteryScore },
  }
}

/** Two statuses in one word. A failure counts once the item is through with it. */
function oneStatus(completion: string, success: string, initialized: boolean): ScoStatus {
  if (success === 'passed') return 'passed'
  if (success === 'failed' && completion !== 'incomplete' && completion !== 'not attempted') return 'failed'
  if (completion === 'completed') return 'completed'
  if (completion === 'incomplete' || success === 'failed') return 'incomplete'
  return initialized ? 'incomplete' : 'not attempted'
}

const ranks: Record<ScoStatus, number> = {
  'not attempted': 0,
  browsed: 1,
  incomplete: 2,
  failed: 3,
  completed: 4,
  passed: 5,
}

/** The better of two: opening a finished item again takes nothing away. */
export function betterStatus(one: ScoStatus, other: ScoStatus): ScoStatus {
  return ranks[one] >= ranks[other] ? one : other
}

function isStatus(word: string): word is ScoStatus {
  return word in ranks
}

/** Seconds that the item says its session took; null when it says nothing that can be read. */
export function sessionSeconds(cmi: Elements): number | null {
  const said = cmi['cmi.core.session_time'] ?? cmi['cmi.session_time']
  const seconds = said === undefined ? null : readDuration(said)
  return seconds === null ? null : Math.min(seconds, 7 * 86_400)
}

// ---- the whole attempt -----------------------------------------------------------------------------------------

export interface AttemptStanding {
  state: ProgressState
  progress: number
  score: number | null
}

/** The items of a package together. Those that report no score count for nothing in it. */
export function judgeAttempt(
  items: readonly PackageItem[],
  standingOf: (id: string) => Pick<ScoStanding, 'status' | 'score' | 'progressMeasure'> | undefined,
): AttemptStanding {
  const leaves = launchableItems(items)
  const standings = leaves.map((leaf) => standingOf(leaf.id))
  const isDone = (status: ScoStatus | undefined) => status === 'completed' || status === 'passed'
  const isOver = (status: ScoStatus | undefined) => isDone(status) || status === 'failed'
  const done = standings.filter((one) => isDone(one?.status)).length
  const scores = standings.flatMap((one) => one?.score ?? [])
  const score = scores.length === 0 ? null : roundPercent(scores.reduce((sum, one) => sum + one, 0) / scores.length)
  const measured = standings.reduce((sum, one) => sum + (isOver(one?.status) ? 1 : (one?.progressMeasure ?? 0)), 0)
  const progress = leaves.length === 0 ? 0 : roundPercent((measured / leaves.length) * 100)
  if (standings.every((one) => one === undefined || one.status === 'not attempted'))
    return { state: 'inprogress', progress: 0, score }
  if (leaves.length > 0 && done === leaves.length) {
    return { state: standings.some((one) => one?.status === 'passed') ? 'passed' : 'completed', progress: 100, score }
  }
  if (standings.every((one) => isOver(one?.status))) return { state: 'failed', progress, score }
  // Never "all of it" before it is.
  return { state: 'inprogress', progress: Math.min(progress, 99), score }
}

/** What opens at the next launch: where it was suspended or left unfinished, else the next one that is not done. */
export function itemToOpen(
  items: readonly PackageItem[],
  current: string | null,
  isSuspended: boolean,
  statusOf: (id: string) => ScoStatus | undefined,
): string | null {
  const leaves = launchableItems(items)
  const isDone = (id: string) => statusOf(id) === 'completed' || statusOf(id) === 'passed'
  const at = leaves.findIndex((leaf) => leaf.id === current)
  if (at >= 0 && current !== null && (isSuspended || !isDone(current))) return current
  const after = [...leaves.slice(at + 1), ...leaves.slice(0, at + 1)]
  return (after.find((leaf) => !isDone(leaf.id)) ?? leaves[0])?.id ?? null
}

// ---- calls -----------------------------------------------------------------------------------------------------

export type CallVerdict = 'recorded' | 'refused' | 'read' | 'late' | 'stale'

const readers: ReadonlySet<RuntimeCall['fn']> = new Set(['GetValue', 'GetLastError', 'GetErrorString', 'GetDiagnostic'])
const answersAboutErrors: ReadonlySet<RuntimeCall['fn']> = new Set(['GetLastError', 'GetErrorString', 'GetDiagnostic'])
/** Longer on its way than this, a call says something about the network. */
const lateAfter = 60_000

/** What became of one call. */
export function judgeCall(
  call: RuntimeCall,
  of: { isStale: boolean; isReplay: boolean; receivedAt: Date },
): CallVerdict {
  if (of.isStale) return 'stale'
  if (call.error !== '0' && !answersAboutErrors.has(call.fn)) return 'refused'
  if (readers.has(call.fn)) return 'read'
  return of.isReplay || of.receivedAt.getTime() - call.at > lateAfter ? 'late' : 'recorded'
}
