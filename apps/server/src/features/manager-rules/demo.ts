import type { SeedDemo } from '../../platform/feature.ts'
import { seedManagerRules } from './commands/seed-manager-rules.ts'

/** Two kinds of manager beside those in people's records, and a rule that is switched off. */
export const seedDemo: SeedDemo = (ctx, tx) => seedManagerRules(ctx, tx)
