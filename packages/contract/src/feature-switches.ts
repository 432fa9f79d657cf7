import { z } from 'zod'
import { type FeatureName, featureNames } from './team-values.ts'

/** Which parts of the product a tenant has. */
export const FeatureSwitches = z.strictObject(
  Object.fromEntries(featureNames.map((name) => [name, z.boolean()])) as Record<FeatureName, z.ZodBoolean>,
)
