import type { SeedDemo } from '../../platform/feature.ts'
import { seedTokens } from './commands/seed-tokens.ts'

export const seedDemo: SeedDemo = (ctx, tx) => seedTokens(ctx, tx)
