import type { StoredFile } from '@learnt/contract/files'
import type { Job } from '@learnt/contract/jobs'
import type { PackageProblem, PackageReport } from '@learnt/contract/packages'

export interface ImportedPackage {
  id: string
  title: string
  kind: string
  scoCount: number
  warnings: number
  problems: readonly PackageProblem[]
  size: number
}

export interface ImportResult {
  imported: ImportedPackage | null
  report: PackageReport
  /** The job's own words, when it came to no report. */
  reason: string
}

/** The result of a finished import: the package, or the reason why it failed. */
export function readImport(job: Job, file: Pick<StoredFile, 'name' | 'size'>): ImportResult {
  const result = job.result ?? {}
  const text = result.report
  const report: PackageReport =
    typeof text === 'string'
      ? (JSON.parse(text) as PackageReport)
      : { accepted: job.state === 'succeeded', problems: [], more: 0 }
  const id = result.packageId
  if (job.state !== 'succeeded' || typeof id !== 'string') return { imported: null, report, reason: job.error ?? '' }
  return {
    imported: {
      id,
      title: String(result.title ?? file.name),
      kind: '',
      scoCount: Number(result.scoCount ?? 0),
      warnings: report.problems.length + report.more,
      problems: report.problems,
      size: file.size,
    },
    report,
    reason: '',
  }
}

/** Errors first, each kind once with the places where it was found. */
export function gatherProblems(problems: readonly PackageProblem[]): { problem: PackageProblem; places: string[] }[] {
  const gathered = new Map<string, { problem: PackageProblem; places: string[] }>()
  for (const problem of [...problems].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))) {
    const { path, ...rest } = problem
    const key = JSON.stringify([
      rest.code,
      problem.code.startsWith('path') || problem.code.startsWith('file') ? {} : rest.params,
    ])
    const known = gathered.get(key)
    const place = path && path !== 'imsmanifest.xml' ? [path] : []
    if (known) known.places.push(...place)
    else gathered.set(key, { problem, places: place })
  }
  return [...gathered.values()]
}
