// In what order Vitest starts the test files of a run: those that tools/test-budget.json allows more than others first.
// One of them started last would run alone, with the other workers idle.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const budget = JSON.parse(readFileSync(join(import.meta.dirname, 'test-budget.json'), 'utf8')) as {
  exceptions: Record<string, number>
}

export class SlowFirst extends BaseSequencer {
  /** Within each project; files without an exception in the order of Vitest, which is by size. */
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
