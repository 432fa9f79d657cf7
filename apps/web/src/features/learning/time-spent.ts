/** Somebody who touched nothing for so long has probably gone away, unless something plays. */
const patience = 5 * 60_000
/** As much as one report may carry. */
const mostSeconds = 3600

export interface TimeSpent {
  setVisible(visible: boolean): void
  setPlaying(playing: boolean): void
  /** A key, the pointer, a scroll. */
  touch(): void
  /** Whole seconds since they were taken last; the rest stays for the next time. */
  take(): number
  peek(): number
}

/** Counts time that somebody really spent: the page is visible and in use, or something plays. */
export function measureTime(now: () => number, visible: boolean): TimeSpent {
  let playing = false
  let touched = now()
  let counted = 0
  let since = now()

  const settle = () => {
    const at = now()
    const end = playing ? at : visible ? Math.min(at, touched + patience) : since
    counted += Math.max(0, end - since)
    since = at
  }
  const whole = () => Math.min(mostSeconds, Math.floor(counted / 1000))
  return {
    setVisible(next) {
      settle()
      visible = next
      if (next) touched = now()
    },
    setPlaying(next) {
      settle()
      playing = next
      touched = now()
    },
    touch() {
      settle()
      touched = now()
    },
    take() {
      settle()
      const seconds = whole()
      counted -= seconds * 1000
      return seconds
    },
    peek() {
      settle()
      return whole()
    },
  }
}
