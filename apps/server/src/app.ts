import { accountRounds, accountTasks } from './features/accounts/jobs.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { analyticsRounds } from './features/analytics/jobs.ts'
import { analyticsRoutes } from './features/analytics/routes.ts'
import { assignmentRounds } from './features/assignments/jobs.ts'
import { attemptRoutes } from './features/attempts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { callableRoutes } from './features/callables/routes.ts'
import { courseJobs } from './features/courses/jobs.ts'
import { courseRoutes } from './features/courses/routes.ts'
import { dataExportJobs, dataExportRounds, dataExportTasks } from './features/data-exports/jobs.ts'
import { dataExportRoutes } from './features/data-exports/routes.ts'
import { factorRounds } from './features/factors/jobs.ts'
import { factorRoutes } from './features/factors/routes.ts'
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
import { navigationRoutes } from './features/navigation/routes.ts'
import { notificationRounds, notificationTasks } from './features/notifications/jobs.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { packageJobs } from './features/packages/jobs.ts'
import { startContent } from './features/packages/start-content.ts'
import { permissionJobs, permissionTasks } from './features/permissions/jobs.ts'
import { permissionRoutes } from './features/permissions/routes.ts'
import { presenceRoutes } from './features/presence/routes.ts'
import { providerRounds } from './features/providers/jobs.ts'
import { providerRoutes } from './features/providers/routes.ts'
import { quickPanelRoutes } from './features/quick-panel/routes.ts'
import { reportRoutes } from './features/reports/routes.ts'
import { scheduleRounds } from './features/schedules/jobs.ts'
import { scheduleRoutes } from './features/schedules/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { offerFirstRun } from './features/sessions/commands/first-run.ts'
import { sessionRounds } from './features/sessions/jobs.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { supportChatRoutes } from './features/support-chat/routes.ts'
import { tenantRoutes } from './features/tenants/routes.ts'
import { themeRoutes } from './features/themes/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { userTasks } from './features/users/jobs.ts'
import { userRoutes } from './features/users/routes.ts'
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
    ...analyticsRoutes,
    ...attemptRoutes,
    ...auditRoutes,
    ...callableRoutes,
    ...courseRoutes,
    ...dataExportRoutes,
    ...factorRoutes,
    ...fileRoutes,
    ...impersonationRoutes,
    ...jobRoutes,
    ...learningRoutes,
    ...mailRoutes,
    ...memberRoutes,
    ...navigationRoutes,
    ...notificationRoutes,
    ...permissionRoutes,
    ...providerRoutes,
    ...quickPanelRoutes,
    ...presenceRoutes,
    ...reportRoutes,
    ...scheduleRoutes,
    ...searchRoutes,
    ...supportChatRoutes,
    ...sessionRoutes,
    ...tenantRoutes,
    ...tokenRoutes,
    ...themeRoutes,
    ...userRoutes,
    ...viewRoutes,
  ],
  jobs: [...courseJobs, ...dataExportJobs, ...memberJobs, ...packageJobs, ...permissionJobs],
  tasks: [...accountTasks, ...dataExportTasks, ...mailTasks, ...notificationTasks, ...permissionTasks, ...userTasks],
  rounds: [
    ...accountRounds,
    ...analyticsRounds,
    ...assignmentRounds,
    ...dataExportRounds,
    ...factorRounds,
    ...fileRounds,
    ...impersonationRounds,
    ...learningRounds,
    ...memberRounds,
    ...notificationRounds,
    ...providerRounds,
    ...scheduleRounds,
    ...sessionRounds,
  ],
  startContent,
  firstSteps: offerFirstRun,
}
