import { accountRounds, accountTasks } from './features/accounts/jobs.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { assignmentRounds } from './features/assignments/jobs.ts'
import { attemptRoutes } from './features/attempts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { courseJobs } from './features/courses/jobs.ts'
import { courseRoutes } from './features/courses/routes.ts'
import { fileRounds } from './features/files/jobs.ts'
import { fileRoutes } from './features/files/routes.ts'
import { impersonationRounds } from './features/impersonation/jobs.ts'
import { impersonationRoutes } from './features/impersonation/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { learningRounds } from './features/learning/jobs.ts'
import { learningRoutes } from './features/learning/routes.ts'
import { mailTasks } from './features/mails/jobs.ts'
import { mailRoutes } from './features/mails/routes.ts'
import { memberJobs, memberRounds } from './features/members/jobs.ts'
import { memberRoutes } from './features/members/routes.ts'
import { packageJobs } from './features/packages/jobs.ts'
import { startContent } from './features/packages/start-content.ts'
import { permissionJobs, permissionTasks } from './features/permissions/jobs.ts'
import { permissionRoutes } from './features/permissions/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { offerFirstRun } from './features/sessions/commands/first-run.ts'
import { sessionRounds } from './features/sessions/jobs.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import type { Services } from './platform/context.ts'
import type { Route } from './platform/http/route.ts'
import { systemRoutes } from './platform/http/system-routes.ts'
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
  routes: [
    ...systemRoutes,
    ...accountRoutes,
    ...attemptRoutes,
    ...auditRoutes,
    ...courseRoutes,
    ...fileRoutes,
    ...impersonationRoutes,
    ...jobRoutes,
    ...learningRoutes,
    ...mailRoutes,
    ...memberRoutes,
    ...permissionRoutes,
    ...reportRoutes,
    ...sessionRoutes,
    ...tenantRoutes,
    ...viewRoutes,
  ],
  jobs: [...courseJobs, ...memberJobs, ...packageJobs, ...permissionJobs],
  tasks: [...accountTasks, ...mailTasks, ...permissionTasks],
  rounds: [
    ...accountRounds,
    ...assignmentRounds,
    ...fileRounds,
    ...impersonationRounds,
    ...learningRounds,
    ...memberRounds,
    ...sessionRounds,
  ],
  startContent,
  firstSteps: offerFirstRun,
}
