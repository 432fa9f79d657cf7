export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface TestClock extends Clock {
  set(time: Date | string): void
  advance(milliseconds: number): void
}

/** A clock that stands still until it is told to move. */
export function testClock(start: Date | string = '2026-11-20T09:00:00.000Z'): TestClock {
  let time = toTime(start)
  return {
    now: () => new Date(time),
    set(next) {
      time = toTime(next)
    },
    advance(milliseconds) {
      time += milliseconds
    },
  }
}

function toTime(value: Date | string): number {
  const time = new Date(value).getTime()
  if (Number.isNaN(time)) throw new TypeError(`Not a time: ${String(value)}`)
  return time
}
