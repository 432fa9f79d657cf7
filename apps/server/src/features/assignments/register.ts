import type { Feature } from '../../platform/feature.ts'
import { assignmentRounds } from './jobs.ts'

export const assignments: Feature = { rounds: assignmentRounds }
