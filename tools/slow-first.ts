// The order in which Vitest starts test files: those with a larger budget in tools/test-budget.json first. If one of
// them started last, it would run alone while the other workers are idle.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'test-budget.json'), 'utf8')) as {
  exceptions: Record<string, number>
}

export class SlowFirst extends BaseSequencer {
  /** Within each project; files without an own budget in the order of Vitest, which is by size. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).toSorted((a, b) => allowedFor(b) - allowedFor(a)),
    )
  }
}

function allowedFor({ moduleId }: TestSpecification): number {
  return budget.exceptions[relative(root, moduleId)] ?? 0
}
