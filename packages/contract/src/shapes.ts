import { z } from 'zod'
import * as accounts from './accounts.ts'
import * as administration from './administration.ts'
import * as analytics from './analytics.ts'
import * as audiences from './audiences.ts'
import * as auditChain from './audit-chain.ts'
import * as badgeDesign from './badge-design.ts'
import * as badges from './badges.ts'
import * as bulkUpdates from './bulk-updates.ts'
import * as calendar from './calendar.ts'
import * as catalogues from './catalogues.ts'
import * as certificateDesign from './certificate-design.ts'
import * as certificates from './certificates.ts'
import * as colleagues from './colleagues.ts'
import * as courses from './courses.ts'
import * as credentials from './credentials.ts'
import * as customFields from './custom-fields.ts'
import * as cycles from './cycles.ts'
import * as dataExports from './data-exports.ts'
import * as documentKinds from './document-kinds.ts'
import * as documents from './documents.ts'
import * as erasures from './erasures.ts'
import * as eventsContent from './events/content.ts'
import * as eventsOperations from './events/operations.ts'
import * as extensions from './extensions.ts'
import * as factors from './factors.ts'
import * as featureSwitches from './feature-switches.ts'
import * as feeds from './feeds.ts'
import * as files from './files.ts'
import * as findDocuments from './find-documents.ts'
import * as formsContent from './forms/content.ts'
import * as formsOperations from './forms/operations.ts'
import * as formsQuestions from './forms/questions.ts'
import * as impersonation from './impersonation.ts'
import * as importStates from './import-states.ts'
import * as imports from './imports.ts'
import * as jobs from './jobs.ts'
import * as learning from './learning.ts'
import * as learningPackages from './learning-packages.ts'
import * as live from './live.ts'
import * as managerRules from './manager-rules.ts'
import * as members from './members.ts'
import * as merges from './merges.ts'
import * as myPeople from './my-people.ts'
import * as navigation from './navigation.ts'
import * as notifications from './notifications.ts'
import * as packages from './packages.ts'
import * as pathways from './pathways.ts'
import * as permissions from './permissions.ts'
import * as pictureCrop from './picture-crop.ts'
import * as points from './points.ts'
import * as presence from './presence.ts'
import * as problem from './problem.ts'
import * as providers from './providers.ts'
import * as quickPanel from './quick-panel.ts'
import * as ratings from './ratings.ts'
import * as records from './records.ts'
import * as reports from './reports.ts'
import * as requests from './requests.ts'
import * as resources from './resources.ts'
import * as rewards from './rewards.ts'
import * as roles from './roles.ts'
import * as runtime from './runtime.ts'
import * as schedules from './schedules.ts'
import * as scim from './scim.ts'
import * as scimShapes from './scim-shapes.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as states from './states.ts'
import * as stepComments from './step-comments.ts'
import * as teams from './teams.ts'
import * as tenants from './tenants.ts'
import * as textEncodings from './text-encodings.ts'
import * as themes from './themes.ts'
import * as tokens from './tokens.ts'
import * as users from './users.ts'
import * as values from './values.ts'
import * as videoHosts from './video-hosts.ts'

/** Every module with schemas, for the documentation alone: a start does without. A test names what is missing. */
export const modulesWithSchemas: Readonly<Record<string, object>> = {
  accounts,
  administration,
  analytics,
  audiences,
  auditChain,
  badgeDesign,
  badges,
  bulkUpdates,
  calendar,
  catalogues,
  certificateDesign,
  certificates,
  colleagues,
  courses,
  credentials,
  customFields,
  cycles,
  dataExports,
  documentKinds,
  documents,
  erasures,
  eventsContent,
  eventsOperations,
  extensions,
  factors,
  featureSwitches,
  feeds,
  files,
  findDocuments,
  formsContent,
  formsOperations,
  formsQuestions,
  impersonation,
  importStates,
  imports,
  jobs,
  learning,
  learningPackages,
  live,
  managerRules,
  members,
  merges,
  myPeople,
  navigation,
  notifications,
  packages,
  pathways,
  permissions,
  pictureCrop,
  points,
  presence,
  problem,
  providers,
  quickPanel,
  ratings,
  records,
  reports,
  requests,
  resources,
  rewards,
  roles,
  runtime,
  schedules,
  scim,
  scimShapes,
  search,
  session,
  states,
  stepComments,
  teams,
  tenants,
  textEncodings,
  themes,
  tokens,
  users,
  values,
  videoHosts,
}

/** Every exported schema of the contract by its name; where two modules have one of a name, the module stands before it. */
export function namedSchemas(): Map<z.ZodType, string> {
  const exported = Object.entries(modulesWithSchemas).flatMap(([module, all]) =>
    Object.entries(all).flatMap(([name, schema]) => (schema instanceof z.ZodType ? [{ module, name, schema }] : [])),
  )
  const byName = Map.groupBy(exported, (one) => one.name)
  const isOnce = (name: string) => new Set(byName.get(name)?.map((one) => one.schema)).size === 1
  return new Map(
    exported.map(({ module, name, schema }) => [
      schema,
      isOnce(name) ? name : `${module[0]?.toUpperCase()}${module.slice(1)}.${name}`,
    ]),
  )
}
