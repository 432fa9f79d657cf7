import { accounts } from './features/accounts/register.ts'
import { analytics } from './features/analytics/register.ts'
import { assignments } from './features/assignments/register.ts'
import { attempts } from './features/attempts/register.ts'
import { audiences } from './features/audiences/register.ts'
import { audit } from './features/audit/register.ts'
import { badges } from './features/badges/register.ts'
import { bulkUpdates } from './features/bulk-updates/register.ts'
import { calendar } from './features/calendar/register.ts'
import { callables } from './features/callables/register.ts'
import { catalogues } from './features/catalogues/register.ts'
import { certificates } from './features/certificates/register.ts'
import { courses } from './features/courses/register.ts'
import { credentials } from './features/credentials/register.ts'
import { customFields } from './features/custom-fields/register.ts'
import { cycles } from './features/cycles/register.ts'
import { dataExports } from './features/data-exports/register.ts'
import { documents } from './features/documents/register.ts'
import { eraseAsOwner } from './features/erasures/commands/erase-as-owner.ts'
import { erasures } from './features/erasures/register.ts'
import { events } from './features/events/register.ts'
import { extensions } from './features/extensions/register.ts'
import { factors } from './features/factors/register.ts'
import { feeds } from './features/feeds/register.ts'
import { files } from './features/files/register.ts'
import { forms } from './features/forms/register.ts'
import { impersonation } from './features/impersonation/register.ts'
import { imports } from './features/imports/register.ts'
import { jobs } from './features/jobs/register.ts'
import { learning } from './features/learning/register.ts'
import { learningPackages } from './features/learning-packages/register.ts'
import { mails } from './features/mails/register.ts'
import { managerRules } from './features/manager-rules/register.ts'
import { members } from './features/members/register.ts'
import { merges } from './features/merges/register.ts'
import { myPeople } from './features/my-people/register.ts'
import { navigation } from './features/navigation/register.ts'
import { notifications } from './features/notifications/register.ts'
import { packages } from './features/packages/register.ts'
import { startContent } from './features/packages/start-content.ts'
import { pathways } from './features/pathways/register.ts'
import { permissions } from './features/permissions/register.ts'
import { points } from './features/points/register.ts'
import { presence } from './features/presence/register.ts'
import { providers } from './features/providers/register.ts'
import { quickPanel } from './features/quick-panel/register.ts'
import { ratings } from './features/ratings/register.ts'
import { reports } from './features/reports/register.ts'
import { requests } from './features/requests/register.ts'
import { resources } from './features/resources/register.ts'
import { rewards } from './features/rewards/register.ts'
import { schedules } from './features/schedules/register.ts'
import { scim } from './features/scim/register.ts'
import { search } from './features/search/register.ts'
import { offerFirstRun } from './features/sessions/commands/first-run.ts'
import { sessions } from './features/sessions/register.ts'
import { stepComments } from './features/step-comments/register.ts'
import { supportChat } from './features/support-chat/register.ts'
import { tenants } from './features/tenants/register.ts'
import { themes } from './features/themes/register.ts'
import { tokens } from './features/tokens/register.ts'
import { users } from './features/users/register.ts'
import { videoHosts } from './features/video-hosts/register.ts'
import { views } from './features/views/register.ts'
import { addCalendarSource } from './platform/calendar-sources.ts'
import { addConsequences } from './platform/causes.ts'
import type { Services } from './platform/context.ts'
import type { Feature } from './platform/feature.ts'
import { addProtocolErrors } from './platform/http/addresses.ts'
import type { Listening } from './platform/http/listen.ts'
import { systemRoutes } from './platform/http/system-routes.ts'
import { accountKinds } from './platform/notify.ts'
import { addPersonTables } from './platform/person-tables.ts'
import { addRequestKind } from './platform/request-kinds.ts'
import { audienceUses, fieldReaders } from './platform/rule-uses.ts'
import { addSearchKinds } from './platform/search-kinds.ts'
import { addWords } from './platform/translate.ts'

/** What the processes of an installation run: the parts of all features together. */
export interface Features extends Required<Pick<Feature, 'routes' | 'jobs' | 'tasks' | 'rounds'>> {
  readonly demo: readonly NonNullable<Feature['demo']>[]
  /** Opens the content origin's own listener. */
  startContent(services: Services): Promise<Listening>
  /** What an operator does next, in lines for the terminal. */
  firstSteps(services: Services): Promise<string[]>
  /** Erases the people whose erasure was confirmed; see runErasures(). */
  eraseAsOwner(services: Services, adminUrl: string): Promise<void>
}

/** Every feature by name. */
const registered: readonly Feature[] = [
  accounts,
  analytics,
  assignments,
  attempts,
  audiences,
  audit,
  badges,
  bulkUpdates,
  calendar,
  callables,
  catalogues,
  certificates,
  courses,
  credentials,
  customFields,
  cycles,
  dataExports,
  documents,
  erasures,
  events,
  factors,
  feeds,
  files,
  forms,
  impersonation,
  imports,
  jobs,
  learning,
  learningPackages,
  mails,
  managerRules,
  members,
  merges,
  myPeople,
  navigation,
  notifications,
  packages,
  pathways,
  permissions,
  points,
  presence,
  providers,
  quickPanel,
  reports,
  requests,
  extensions,
  ratings,
  resources,
  rewards,
  schedules,
  scim,
  search,
  sessions,
  stepComments,
  supportChat,
  tenants,
  themes,
  tokens,
  users,
  videoHosts,
  views,
]

for (const feature of registered) {
  if (feature.words) addWords(feature.words)
  if (feature.calendar) addCalendarSource(feature.calendar)
  if (feature.protocolErrors) addProtocolErrors(feature.protocolErrors)
  if (feature.requestKind) addRequestKind(feature.requestKind)
  if (feature.personTables) addPersonTables(feature.personTables)
  addConsequences(feature.consequences ?? [])
  addSearchKinds(feature.search ?? [])
  accountKinds.push(...(feature.accountNotices ?? []))
  fieldReaders.push(...(feature.fieldReader ? [feature.fieldReader] : []))
  audienceUses.push(...(feature.audienceUse ? [feature.audienceUse] : []))
}

export const features: Features = {
  routes: [...systemRoutes, ...registered.flatMap((feature) => feature.routes ?? [])],
  jobs: registered.flatMap((feature) => feature.jobs ?? []),
  tasks: registered.flatMap((feature) => feature.tasks ?? []),
  rounds: registered.flatMap((feature) => feature.rounds ?? []),
  demo: registered.flatMap((feature) => feature.demo ?? []),
  startContent,
  firstSteps: offerFirstRun,
  eraseAsOwner,
}
