import { accounts } from './accounts.ts'
import { audit, mails, tenants, views } from './administration.ts'
import { analytics } from './analytics.ts'
import { audiences } from './audiences.ts'
import { badges } from './badges.ts'
import { bulkUpdates } from './bulk-updates.ts'
import { calendar } from './calendar.ts'
import { callableOperations } from './callables.ts'
import { catalogues } from './catalogues.ts'
import { certificates } from './certificates.ts'
import { courses } from './courses.ts'
import { credentials } from './credentials.ts'
import { customFields } from './custom-fields.ts'
import { cycles } from './cycles.ts'
import { dataExports, eraseRequests } from './data-exports.ts'
import type { Endpoint, RawEndpoint } from './endpoint.ts'
import { erasures } from './erasures.ts'
import { events } from './events/operations.ts'
import { extensions } from './extensions.ts'
import { factors } from './factors.ts'
import { feeds } from './feeds.ts'
import { files } from './files.ts'
import { documents } from './find-documents.ts'
import { forms } from './forms/operations.ts'
import { questions } from './forms/questions.ts'
import { impersonation } from './impersonation.ts'
import { jobs } from './jobs.ts'
import { learning } from './learning.ts'
import { learningPackages } from './learning-packages.ts'
import { managerRules } from './manager-rules.ts'
import { members } from './members.ts'
import { merges } from './merges.ts'
import { myPeople } from './my-people.ts'
import { navigation } from './navigation.ts'
import { notifications } from './notifications.ts'
import { pathways } from './pathways.ts'
import { permissions } from './permissions.ts'
import { points } from './points.ts'
import { presence } from './presence.ts'
import { providers } from './providers.ts'
import { quickPanel } from './quick-panel.ts'
import { ratings } from './ratings.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { resources } from './resources.ts'
import { rewards } from './rewards.ts'
import { runtime } from './runtime.ts'
import { schedules } from './schedules.ts'
import { scim, scimTokens } from './scim.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { stepComments } from './step-comments.ts'
import { supportChat } from './support-chat.ts'
import { system } from './system.ts'
import { teams } from './teams.ts'
import { themes } from './themes.ts'
import { tokens } from './tokens.ts'
import { users } from './users.ts'
import { videoHosts } from './video-hosts.ts'

/** Every operation of the server. `listOperations` walks it; a route that is not in here does not exist. */
export const api = {
  analytics,
  presence,
  callables: callableOperations,
  session,
  tokens,
  impersonation,
  accounts,
  factors,
  dataExports,
  eraseRequests,
  erasures,
  members,
  merges,
  feeds,
  customFields,
  courses,
  credentials,
  stepComments,
  cycles,
  pathways,
  learningPackages,
  resources,
  forms,
  events,
  questions,
  catalogues,
  requests,
  extensions,
  points,
  rewards,
  ratings,
  certificates,
  badges,
  bulkUpdates,
  files,
  permissions,
  audiences,
  managerRules,
  myPeople,
  documents,
  providers,
  learning,
  runtime,
  reports,
  schedules,
  scimTokens,
  scim,
  jobs,
  views,
  search,
  calendar,
  quickPanel,
  notifications,
  supportChat,
  audit,
  mails,
  tenants,
  teams,
  themes,
  navigation,
  users,
  videoHosts,
  system,
}

export type Operation = Endpoint | RawEndpoint

/** All operations of the contract in the order of declaration. */
export function listOperations(): Operation[] {
  const found: Operation[] = []
  const walk = (node: object) => {
    for (const value of Object.values(node)) {
      if (isOperation(value)) found.push(value)
      else if (typeof value === 'object' && value !== null) walk(value)
    }
  }
  walk(api)
  return found
}

function isOperation(value: unknown): value is Operation {
  return (
    typeof value === 'object' && value !== null && 'kind' in value && (value.kind === 'json' || value.kind === 'raw')
  )
}
