import { courseJobs } from './features/courses/jobs.ts'
import { courseRoutes } from './features/courses/routes.ts'
import { fileRounds } from './features/files/jobs.ts'
import { fileRoutes } from './features/files/routes.ts'
import type { Services } from './platform/context.ts'
import type { Route } from './platform/http/route.ts'
import type { JobKind, Task } from './platform/jobs/job.ts'
import type { Round } from './platform/jobs/round.ts'

export interface Features {
  readonly routes: readonly Route[]
  readonly jobs: readonly JobKind[]
  readonly tasks: readonly Task[]
  readonly rounds: readonly Round[]
  /** Opens the content origin's own listener. */
  startContent(services: Services): Promise<{ close(): Promise<void> }>
  /** What an operator does next, in lines for the terminal. */
  firstSteps(services: Services): Promise<string[]>
}

/** Every feature by name. */
export const features: Features = {
  routes: [...courseRoutes, ...fileRoutes],
  jobs: [...courseJobs],
  tasks: [],
  rounds: [...fileRounds],
  startContent: async () => ({ close: async () => {} }),
  firstSteps: async () => [],
}
