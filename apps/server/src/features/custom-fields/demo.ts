import type { SeedDemo } from '../../platform/feature.ts'
import { seedCustomFields } from './commands/seed-custom-fields.ts'

/** Names for two fields that the people of the demonstration have. */
export const seedDemo: SeedDemo = (ctx, tx) => seedCustomFields(ctx, tx)
