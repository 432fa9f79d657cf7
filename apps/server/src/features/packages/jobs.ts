import type { PackageReport } from '@learnt/contract/packages'
import { adminJob, type JobKind, type JobOutcome } from '../../platform/jobs/job.ts'
import { notFound } from '../../platform/problem.ts'
import { forgetFile, importPackage, removeUnneeded } from './commands.ts'
import { PackageRefused } from './problems.ts'
import { findPackageFile } from './queries.ts'

export const packageJobs: JobKind[] = [
  adminJob('packages.import', async (ctx, input: { fileId: string }, progress) => {
    const file = await ctx.read((tx) => findPackageFile(tx, input.fileId))
    if (file?.purpose !== 'package') throw notFound()
    await progress(0, 1)
    try {
      const { packageId, title, scoCount, report } = await importPackage(ctx, { ...file, size: Number(file.size) })
      return told(report, { packageId, title, scoCount })
    } catch (error) {
      // Refusing is what the job is for: it has succeeded, and the report says why there is no package.
      if (!(error instanceof PackageRefused)) throw error
      return {
        ...told(error.report, { packageId: null, title: file.name, scoCount: 0 }),
        together: (tx) => forgetFile(tx, file),
        afterwards: () => removeUnneeded(ctx, [file.sha256]),
      }
    }
  }),
]

/** `report` is the contract's PackageReport as JSON text. */
function told(report: PackageReport, of: { packageId: string | null; title: string; scoCount: number }): JobOutcome {
  const count = (severity: string) => report.problems.filter((problem) => problem.severity === severity).length
  return {
    result: {
      ...of,
      accepted: report.accepted,
      errors: count('error'),
      warnings: count('warning'),
      report: JSON.stringify(report),
    },
  }
}
