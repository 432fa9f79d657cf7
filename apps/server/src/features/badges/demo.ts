import type { SeedDemo } from '../../platform/feature.ts'
import { seedBadges } from './commands/seed-badges.ts'

/** Badges in several looks, rules that give two of them, and awards in every state. */
export const seedDemo: SeedDemo = (ctx, tx) => seedBadges(ctx, tx)
