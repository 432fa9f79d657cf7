import type { SeedDemo } from '../../platform/feature.ts'
import { seedCertificates } from './commands/seed-certificates.ts'

/** A template, courses that give it, and certificates of those who have finished them, in every state. */
export const seedDemo: SeedDemo = (ctx, tx) => seedCertificates(ctx, tx)
