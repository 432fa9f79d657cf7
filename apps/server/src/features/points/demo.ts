import type { SeedDemo } from '../../platform/feature.ts'
import { seedPoints } from './commands/seed-points.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedPoints(ctx, tx)
