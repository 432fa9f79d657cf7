import type { PackageItem } from '@learnt/contract/packages'
import type { RunMode, RuntimeFunction } from '@learnt/contract/runtime'
import type { Elements } from '@learnt/contract/runtime-delta'

/** What an item is opened with. */
export interface Opening {
  item: PackageItem
  mode: RunMode
  learner: { id: string; name: string }
  /** What the item said before; null at its first opening. */
  before: Elements | null
  entry: 'ab-initio' | 'resume' | ''
  totalSeconds: number
  /** Answers `adl.nav.request_valid` (2004). */
  mayNavigate(request: 'continue' | 'previous' | 'choice' | 'jump', target: string): boolean
}

export interface RuntimeEvents {
  /** One call of the package with its result; `element` and `value` where the call has them. */
  onCall(call: { fn: RuntimeFunction; element?: string; value?: string; result: string; error: string }): void
  /** Something is to be stored. `end`: the package said goodbye. */
  onStore(end: boolean): void
  onInitialize(): void
  /** After goodbye, with the navigation that the package asks for; null: none. */
  onTerminate(request: NavigationRequest | null): void
}

export type NavigationRequest =
  | { to: 'continue' | 'previous' | 'exit' | 'exitAll' | 'abandon' | 'abandonAll' | 'suspendAll' }
  | { to: 'choice'; target: string }

/** The run-time API of one opening of one item. */
export interface Runtime {
  /** Name under which packages look for it in the windows above them. */
  name: 'API' | 'API_1484_11'
  api: Record<string, (...given: unknown[]) => string>
  /** Everything that the item set, element by element, without what the player set. */
  snapshot(): Elements
  readonly isInitialized: boolean
  readonly isTerminated: boolean
}

export type OpenRuntime = (opening: Opening, events: RuntimeEvents) => Runtime

/**
 * scorm-again answers commits through this: true at once, because the local queue has them. While `during` runs a call of
 * the package, storing waits until that call is noted: the goodbye is then part of what is sent with it.
 */
export function instantHttp(onStore: (end: boolean) => void) {
  let waiting: boolean | null = null
  let isCalling = false
  return {
    service: {
      processHttpRequest(_url: string, _data: unknown, immediate?: boolean) {
        if (isCalling) waiting = waiting === true || immediate === true
        else onStore(immediate === true)
        return { result: 'true', errorCode: 0 }
      },
      updateSettings() {},
    },
    during<T>(call: () => T): T {
      isCalling = true
      try {
        return call()
      } finally {
        isCalling = false
        const end = waiting
        waiting = null
        if (end !== null) onStore(end)
      }
    },
  }
}

export const commonSettings = {
  lmsCommitUrl: '/unused',
  autocommit: true,
  autocommitSeconds: 0.5,
  sendFullCommit: true,
  dataCommitFormat: 'json',
  // Nothing into the console: packages call it themselves, and people look there.
  logLevel: 5,
} as const

/**
 * Non-empty strings only, because a missing element counts as empty. Like the server, it removes what no database
 * accepts.
 */
export function cleanElements(flat: Record<string, unknown>, told: ReadonlySet<string>): Elements {
  const elements: Elements = {}
  for (const [element, value] of Object.entries(flat)) {
    if (typeof value !== 'string' || value === '' || told.has(element)) continue
    elements[element] = value.replaceAll('\0', '').toWellFormed()
  }
  return elements
}

/** Lists first by number, and in each row the id and the type before what depends on them. */
export function inLoadingOrder(elements: Elements): Array<[string, string]> {
  const rank = (part: string) =>
    part === 'id' ? '0' : part === 'type' ? '1' : /^\d+$/.test(part) ? `2${part.padStart(9, '0')}` : `3${part}`
  const key = (element: string) => element.split('.').map(rank).join('.')
  return Object.entries(elements).toSorted(([a], [b]) => (key(a) < key(b) ? -1 : 1))
}

export function textOf(given: unknown): string {
  return given === undefined || given === null ? '' : String(given)
}
