import type { PackageProblem } from '@learnt/contract/packages'
import type { ReadTx } from '../../platform/db/database.ts'

export interface PackageSummary {
  readonly id: string
  readonly title: string
  readonly kind: string
  readonly scoCount: number
  readonly warnings: number
  readonly problems: PackageProblem[]
  readonly size: number
}

export async function listPackages(tx: ReadTx, packageIds: readonly string[]): Promise<PackageSummary[]> {
  if (packageIds.length === 0) return []
  const rows = await tx
    .selectFrom('packages')
    .select(['id', 'title', 'kind', 'scoCount', 'size', 'problems'])
    .where('id', 'in', [...new Set(packageIds)])
    .execute()
  return rows.map((row) => {
    const problems = row.problems as PackageProblem[]
    return { ...row, size: Number(row.size), problems, warnings: problems.length }
  })
}
