import { audit } from '../features/audit/register.ts'
import { badges } from '../features/badges/register.ts'
import { bulkUpdates } from '../features/bulk-updates/register.ts'
import { calendar } from '../features/calendar/register.ts'
import { catalogues } from '../features/catalogues/register.ts'
import { certificates } from '../features/certificates/register.ts'
import { courses } from '../features/courses/register.ts'
import { credentials } from '../features/credentials/register.ts'
import { customFields } from '../features/custom-fields/register.ts'
import { erasures } from '../features/erasures/register.ts'
import { errors } from '../features/errors/register.ts'
import { events } from '../features/events/register.ts'
import { feeds } from '../features/feeds/register.ts'
import { forms } from '../features/forms/register.ts'
import { jobs } from '../features/jobs/register.ts'
import { learning } from '../features/learning/register.ts'
import { learningPackages } from '../features/learning-packages/register.ts'
import { mails } from '../features/mails/register.ts'
import { managers } from '../features/managers/register.ts'
import { members } from '../features/members/register.ts'
import { navigation } from '../features/navigation/register.ts'
import { notifications } from '../features/notifications/register.ts'
import { pathways } from '../features/pathways/register.ts'
import { permissions } from '../features/permissions/register.ts'
import { previews } from '../features/previews/register.ts'
import { profile } from '../features/profile/register.ts'
import { providers } from '../features/providers/register.ts'
import { reports } from '../features/reports/register.ts'
import { requests } from '../features/requests/register.ts'
import { resources } from '../features/resources/register.ts'
import { rewards } from '../features/rewards/register.ts'
import { schedules } from '../features/schedules/register.ts'
import { scim } from '../features/scim/register.ts'
import { session } from '../features/session/register.ts'
import { tenants } from '../features/tenants/register.ts'
import { themes } from '../features/themes/register.ts'
import { users } from '../features/users/register.ts'
import type { DeclaredPage } from '../routes/declared-page.ts'
import { pageFrom } from '../routes/page-from.ts'
import { keepRoutes, type Route } from '../routes/route-book.ts'
import { plannedPages } from './planned-pages.ts'

/** In the order in which search lists them. */
const ofFeatures = [
  ...session,
  ...errors,
  ...profile,
  ...notifications,
  ...learning,
  ...courses,
  ...pathways,
  ...resources,
  ...events,
  ...calendar,
  ...forms,
  ...catalogues,
  ...certificates,
  ...rewards,
  ...credentials,
  ...permissions,
  ...members,
  ...schedules,
  ...reports,
  ...jobs,
  ...audit,
  ...mails,
  ...tenants,
  ...themes,
  ...navigation,
  ...providers,
  ...users,
  ...customFields,
  ...erasures,
  ...feeds,
  ...managers,
  ...learningPackages,
  ...badges,
  ...scim,
  ...bulkUpdates,
  ...requests,
  ...previews,
]

const isForAll = ({ who }: Route) => who === 'any' || who === 'signed-in' || who === 'guest'

/** Every route of the product with its rule, everybody's first. */
export const routes = keepRoutes(
  [...ofFeatures, ...plannedPages].map(withCode).sort((a, b) => Number(isForAll(b)) - Number(isForAll(a))),
)

function withCode({ load, ...route }: DeclaredPage): Route {
  if (!load) return route
  const fetchFile = typeof load === 'string' ? async () => (await import('./staff-pages.ts')).loadStaffPage(load) : load
  return { ...route, load: async () => pageFrom(await fetchFile()) }
}
