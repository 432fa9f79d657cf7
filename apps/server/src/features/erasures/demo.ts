import type { SeedDemo } from '../../platform/feature.ts'
import { seedErasures } from './commands/seed-erasures.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedErasures(ctx, tx)
