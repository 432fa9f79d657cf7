import { idleTellEveryMs } from '@learnt/contract/idle'
import { limits } from '@learnt/contract/measures'

/** What all tabs of a session know together. */
export interface IdleMark {
  /** When somebody last did something, in any tab. */
  at: number
  /** When the server was last told. */
  told: number
  /** A tab has signed out. */
  out?: boolean
}

/** `asking`: nothing was done for one timeout; at `until` the second is over. */
export type IdlePhase = { at: 'active' } | { at: 'asking'; until: number }

export interface IdleWatchOptions {
  timeoutMs: number
  /** Wall-clock time: a machine that slept was not used. */
  now: () => number
  read: () => IdleMark | null
  write: (mark: IdleMark) => void
  /** Something that runs by itself counts as being used: an open package. */
  isRunning: () => boolean
  onPhase: (phase: IdlePhase) => void
  /** Says to the server that somebody is there. */
  tell: () => void
  /** The second timeout is over, here or in another tab: `first` for the one tab that signs out. */
  leave: (first: boolean) => void
}

export interface IdleWatch {
  /** The person did something. Many at once count once. */
  touch(): void
  /** Looks again: another tab has written, or the page is shown again. */
  check(): void
  stop(): void
}

/** A clock that was set, or a timer that a sleeping tab missed, is noticed after so long. */
const longestPauseMs = 15_000

/**
 * Watches whether anybody is there. What it says depends on two figures alone, the last activity of all tabs and the time,
 * so that tabs agree without talking: they read the same mark.
 */
export function watchIdle(options: IdleWatchOptions): IdleWatch {
  const { timeoutMs, now } = options
  let own: IdleMark = { at: now(), told: 0 }
  let phase: IdlePhase = { at: 'active' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let debounce: ReturnType<typeof setTimeout> | undefined
  let over = false

  /** Everything that any tab knows. */
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

  // a sign-out that the server never heard of is made up for: nobody has come back since
  if (latest().out) end(true)
  else {
    // a page that opens is somebody's doing; what another session left behind in this browser is none of ours
    note()
    check()
  }
  return {
    touch() {
      if (over || debounce !== undefined) return
      debounce = setTimeout(() => {
        debounce = undefined
        // whoever comes back after the second timeout comes too late
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
