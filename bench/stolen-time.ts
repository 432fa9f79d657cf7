import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { rounded } from './measure.ts'

/** Milliseconds since 1970; the page and this process use the same clock. */
export interface Span {
  readonly from: number
  readonly until: number
}

/** Share of the processor taken by other machines of the host, up to which a measurement counts as undisturbed. */
const undisturbedShare = 0.02

const lookEveryMs = 50
/** Unit of the counters in /proc/stat: USER_HZ, which is 100 wherever Linux shows them. */
const tickMs = 10

/**
 * How much of the processor this virtual machine wanted and did not get, because the host gave it to others. A page
 * that takes two seconds takes three beside a busy neighbour, and more rounds do not change that. Only Linux on virtual
 * machines reports it; elsewhere it is zero.
 */
export function watchStolenTime() {
  const looks: { at: number; ms: number }[] = []
  const look = () => looks.push({ at: Date.now(), ms: readStolenMs() })
  look()
  const timer = setInterval(look, lookEveryMs)
  timer.unref()

  /** Milliseconds stolen until then, of all processors, interpolated between samples. */
  const until = (at: number): number => {
    const found = looks.findIndex((one) => one.at >= at)
    const after = found < 0 ? looks.length - 1 : Math.max(1, found)
    const [low, high] = [looks[after - 1], looks[after]]
    if (!low || !high || high.at === low.at) return high?.ms ?? 0
    return low.ms + ((high.ms - low.ms) * (at - low.at)) / (high.at - low.at)
  }
  const share = ({ from, until: to }: Span) => (until(to) - until(from)) / ((to - from) * cpus().length)

  return {
    /** From 0 to 1. */
    share,
    isUndisturbed: (span: Span) => share(span) <= undisturbedShare,
    stop: () => clearInterval(timer),
  }
}

export type StolenTime = ReturnType<typeof watchStolenTime>

/**
 * Measurements of one thing. The least disturbed ones count, as many as are needed: chosen by the stolen time during
 * them, never by their result.
 */
export class Samples<One extends Span> {
  readonly #stolen: StolenTime
  readonly #wanted: number
  #all: One[] = []

  constructor(stolen: StolenTime, wanted: number) {
    this.#stolen = stolen
    this.#wanted = wanted
  }

  add(one: One): void {
    this.#all.push(one)
  }

  clear(): void {
    this.#all = []
  }

  lacks(): boolean {
    return this.#all.filter((one) => this.#stolen.isUndisturbed(one)).length < this.#wanted
  }

  get counted(): readonly One[] {
    const disturbance = (one: One) => (this.#stolen.isUndisturbed(one) ? 0 : this.#stolen.share(one))
    return this.#all.toSorted((a, b) => disturbance(a) - disturbance(b)).slice(0, this.#wanted)
  }

  /** For the figure: each measurement, and the time stolen meanwhile. */
  listed(of: (one: One) => number): Record<string, string | number> {
    const { counted } = this
    const most = Math.max(...counted.map((one) => this.#stolen.share(one)))
    return {
      all: counted.map((one) => rounded(of(one))).join(', '),
      'processor stolen meanwhile': `at most ${rounded(most * 100, 2)} %`,
      ...(this.#all.length > counted.length
        ? { 'disturbed more, not counted': this.#all.length - counted.length }
        : {}),
    }
  }
}

/** The eighth number of the first line: user, nice, system, idle, iowait, irq, softirq, steal. */
function readStolenMs(): number {
  try {
    const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
    return Number(first.trim().split(/\s+/)[8] ?? 0) * tickMs
  } catch {
    return 0
  }
}
