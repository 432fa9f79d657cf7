import type { SeedDemo } from '../../platform/feature.ts'
import { seedRuns } from './commands/seed-runs.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedRuns(ctx, tx)
