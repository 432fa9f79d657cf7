import type { SeedDemo } from '../../../platform/feature.ts'

/** Fills the demonstration. */
export const seedBadges: SeedDemo = async () => {}
