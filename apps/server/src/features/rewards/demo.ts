import type { SeedDemo } from '../../platform/feature.ts'
import { seedRewards } from './commands/seed-rewards.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedRewards(ctx, tx)
