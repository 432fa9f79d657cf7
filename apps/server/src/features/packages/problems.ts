import { cutText } from '@learnt/contract/cut-text'
import {
  type PackageProblem,
  type PackageProblemCode,
  type PackageReport,
  packageLimits,
  packageProblems,
} from '@learnt/contract/packages'

type Params = PackageProblem['params']

/** Collects what an import finds; the number that is told is bounded, the number that is counted is not. */
export class Findings {
  readonly problems: PackageProblem[] = []
  #more = 0
  #refused = false

  add(code: PackageProblemCode, path: string | null = null, params: Params = {}): void {
    const severity = packageProblems[code]
    if (severity === 'error') this.#refused = true
    const problem: PackageProblem = { code, severity, path: path === null ? null : printable(path), params }
    if (this.problems.length < packageLimits.problems) this.problems.push(problem)
    else {
      this.#more++
      // An error is never pushed out of the report by warnings.
      const warning = severity === 'error' ? this.problems.findLastIndex((one) => one.severity === 'warning') : -1
      if (warning >= 0) this.problems[warning] = problem
    }
  }

  get refused(): boolean {
    return this.#refused
  }

  report(): PackageReport {
    const rank = (problem: PackageProblem) => (problem.severity === 'error' ? 0 : 1)
    return { accepted: !this.#refused, problems: this.problems.toSorted((a, b) => rank(a) - rank(b)), more: this.#more }
  }
}

/** Carries the report of a package that was refused. */
export class PackageRefused extends Error {
  readonly report: PackageReport
  constructor(report: PackageReport) {
    super(`The package was refused: ${report.problems.map((problem) => problem.code).join(', ')}`)
    this.name = 'PackageRefused'
    this.report = report
  }
}

/** A name from an archive as it may stand in a report: hidden and direction-changing characters are spelled out. */
export function printable(name: string): string {
  // A name in a manifest may be megabytes long, and all but its beginning is cut off.
  const beginning = cutText(name, 400)
  const shown = beginning.replace(
    /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffd]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return shown.length > 300 ? `${cutText(shown, 300)}…` : shown
}
