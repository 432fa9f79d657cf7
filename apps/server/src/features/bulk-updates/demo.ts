import type { SeedDemo } from '../../platform/feature.ts'
import { seedUpdates } from './commands/seed-updates.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedUpdates(ctx, tx)
