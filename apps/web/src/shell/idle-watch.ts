import { idleTellEveryMs } from '@learnt/contract/idle'
import { limits } from '@learnt/contract/measures'

/** What all tabs of a session share. */
export interface IdleMark {
  /** When a person last did something, in any tab. */
  at: number
  /** When the server last heard of it. */
  told: number
  /** A tab signed out. */
  out?: boolean
}

/** `asking`: nothing happened for one timeout; the second one ends at `until`. */
export type IdlePhase = { at: 'active' } | { at: 'asking'; until: number }

export interface IdleWatchOptions {
  timeoutMs: number
  /** Wall-clock time: a machine that slept was not used. */
  now: () => number
  read: () => IdleMark | null
  write: (mark: IdleMark) => void
  /** Something that plays by itself counts as use: an open package. */
  isRunning: () => boolean
  onPhase: (phase: IdlePhase) => void
  /** Reports to the server that a person is there. */
  tell: () => void
  /** The second timeout ended, here or in another tab; `first` only in the tab that signs out. */
  leave: (first: boolean) => void
}

export interface IdleWatch {
  /** The person did something. Many events at once count once. */
  touch(): void
  /** Checks again: another tab wrote, or the page is visible again. */
  check(): void
  stop(): void
}

/** The interval for noticing a changed clock, or a timer that a sleeping tab missed. */
const longestPauseMs = 15_000

/**
 * Watches whether a person is there. The result depends only on the last activity of all tabs and the time, so that
 * tabs that read the same mark agree without messages.
 */
export function watchIdle(options: IdleWatchOptions): IdleWatch {
  const { timeoutMs, now } = options
  let own: IdleMark = { at: now(), told: 0 }
  let phase: IdlePhase = { at: 'active' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let debounce: ReturnType<typeof setTimeout> | undefined
  let over = false

  /** The latest that this tab or any other knows. */
  const latest = (): IdleMark => {
    const shared = options.read()
    if (!shared) return own
    return { at: Math.max(own.at, shared.at), told: Math.max(own.told, shared.told), out: shared.out === true }
  }
  const note = () => {
    const { told } = latest()
    const tells = now() - told >= idleTellEveryMs(timeoutMs)
    own = { at: now(), told: tells ? now() : told }
    options.write(own)
    if (tells) options.tell()
  }
  const show = (next: IdlePhase) => {
    const same = next.at === phase.at && (next.at === 'active' || (phase.at === 'asking' && phase.until === next.until))
    phase = next
    if (!same) options.onPhase(next)
  }
  const end = (first: boolean) => {
    over = true
    clearTimeout(timer)
    clearTimeout(debounce)
    if (first) options.write({ ...latest(), out: true })
    options.leave(first)
  }
  const check = () => {
    if (over) return
    clearTimeout(timer)
    const mark = latest()
    if (mark.out) return end(false)
    if (now() - mark.at >= 2 * timeoutMs) return end(true)
    if (options.isRunning()) note()
    const { at } = latest()
    const asks = now() - at >= timeoutMs
    show(asks ? { at: 'asking', until: at + 2 * timeoutMs } : { at: 'active' })
    const next = at + (asks ? 2 : 1) * timeoutMs
    timer = setTimeout(check, Math.max(0, Math.min(next - now(), longestPauseMs)))
  }

  // repeats a sign-out that the server never got, because nobody has returned since
  if (latest().out) end(true)
  else {
    // opening a page counts as activity; ignore what another session left in this browser
    note()
    check()
  }
  return {
    touch() {
      if (over || debounce !== undefined) return
      debounce = setTimeout(() => {
        debounce = undefined
        // activity after the second timeout is too late
        check()
        if (over) return
        note()
        check()
      }, limits.idleDebounceMs)
    },
    check,
    stop() {
      over = true
      clearTimeout(timer)
      clearTimeout(debounce)
    },
  }
}
