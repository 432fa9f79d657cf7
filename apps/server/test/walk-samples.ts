import type { CallInput, Endpoint } from '@learnt/contract/endpoint'
import { noTheme } from '@learnt/contract/themes'
import { newId } from '../src/platform/ids.ts'
import { goodPassword } from './given/browsers.ts'
import type { GivenPerson } from './given/people.ts'
import type { World } from './given/world.ts'

/** A call that succeeds in this world. */
export interface Sample {
  readonly by: (world: World) => GivenPerson | { token: null }
  readonly input?: (world: World) => Partial<CallInput<Endpoint>>
  /** Names of tenant-owned things in the input: a stranger to the tenant must not get anywhere with them. */
  readonly namesTenant?: boolean
  /** Answers that count as success here, beside 2xx. */
  readonly alsoFine?: readonly number[]
}

const admin = (world: World) => world.admin
const learner = (world: World) => world.learner
const manager = (world: World) => world.manager
const superadmin = (world: World) => world.superadmin
const nobody = () => ({ token: null })

const course = (world: World) => ({ params: { courseId: world.courseId } })
const mine = (world: World) => ({ params: { userCourseId: world.userCourseId } })
const step = (world: World) => ({ params: { userCourseId: world.userCourseId, activityId: world.activityId } })
const document = (world: World) => ({ params: { documentType: 'course', documentId: world.courseId } })
const spare = (world: World) => ({ params: { tenantId: world.spareTenantId } })
const spareTeam = (world: World) => ({ params: { tenantId: world.spareTenantId, teamId: world.spareTeamId } })
const spareDomain = (world: World) => ({ params: { tenantId: world.spareTenantId, domain: world.spareDomain } })
const notification = (world: World) => ({ params: { notificationId: world.notificationId } })
const provider = (world: World) => ({ params: { providerId: world.providerId } })
const rule = (world: World) => ({ rule: { position: [`${world.mark}-chef`] }, groups: [], everyone: false })

const permissionObject = (world: World) => ({
  body: {
    newPermissionObject: { documentId: world.courseId, type: 'course', rule: { position: [`${world.mark}-chef`] } },
  },
})

/** One entry for each JSON operation of the contract: the walk fails for an operation without one. */
export const samples: Record<string, Sample> = {
  'session.start': { by: learner },
  // The attempt itself is tested beside the feature; what counts here is that it is public and tells nothing.
  'session.signIn': {
    by: nobody,
    input: () => ({ body: { username: `nobody-${newId()}@example.test`, password: 'wrong-password' } }),
    alsoFine: [422, 429],
  },
  'session.signOut': { by: learner },
  'impersonation.start': {
    by: admin,
    input: (world) => ({ body: { userId: world.learner.userId, reason: 'Somebody asked for help' } }),
    namesTenant: true,
  },
  'impersonation.allowWriting': { by: (world) => world.acting },
  'impersonation.end': { by: (world) => world.acting },
  'impersonation.history': { by: learner },
  'session.active': { by: learner },
  'session.teams': { by: learner },
  'session.switchTeam': {
    by: learner,
    input: (world) => ({ body: { membershipId: world.learner.membershipId } }),
    namesTenant: true,
  },
  'session.teamsById': { by: learner, input: (world) => ({ query: { teamId: [world.teamId] } }) },
  'session.handOver': {
    by: learner,
    input: (world) => ({ body: { membershipId: world.learner.membershipId } }),
    namesTenant: true,
  },
  'session.list': { by: learner },
  'session.revoke': { by: learner, input: (world) => ({ params: { sessionId: world.sessionId } }), namesTenant: true },
  'session.revokeOthers': { by: learner },
  'session.preferences': {
    by: learner,
    input: () => ({
      body: {
        favourites: ['/apps/courses/mycourses'],
        locale: 'ar',
        colorScheme: 'dark',
        navbarFolded: true,
        theme: null,
      },
    }),
  },
  'session.firstRun': { by: nobody, input: () => ({ params: { code: 'x'.repeat(43) } }) },
  'session.createFirstAdministrator': {
    by: nobody,
    input: () => ({
      params: { code: 'x'.repeat(43) },
      body: { firstName: 'No', lastName: 'Body', email: 'nobody@example.test', password: 'a-long-password-1' },
    }),
    alsoFine: [404],
  },
  // With a cookie it is refused: it takes an access token, see tokens.test.ts.
  'tokens.exchange': { by: learner, alsoFine: [403] },
  'presence.list': { by: admin, input: (world) => ({ query: { userId: [world.learner.userId] } }) },
  'analytics.record': { by: learner, input: () => ({ body: { events: [{ kind: 'track', name: 'sign-in' }] } }) },
  'analytics.counts': { by: admin },
  'callables.handleUserItemsUpdate': { by: admin, input: permissionObject, namesTenant: true },
  'callables.handleUserCoursesUpdate': { by: admin, input: permissionObject, namesTenant: true },
  'callables.unpublishUserCoursesUpdate': {
    by: admin,
    input: (world) => ({ body: { courseId: world.courseId } }),
    namesTenant: true,
  },
  'callables.publishCourse': {
    by: admin,
    input: (world) => ({ body: { course: { id: world.draftId } } }),
    namesTenant: true,
    alsoFine: [409],
  },
  'callables.updateDocumentStatus': {
    by: admin,
    input: (world) => ({
      body: { documentIds: [world.courseId], documentType: 'course', status: 'archived', tenantId: world.tenantId },
    }),
    namesTenant: true,
  },
  'callables.changeStatusOfAllPermittedUsers': {
    by: admin,
    input: (world) => ({ body: { document: { id: world.courseId }, documentType: 'course', status: 'inactive' } }),
    namesTenant: true,
  },
  'callables.setUserPermissionsForMultipleTeams': {
    by: admin,
    input: (world) => ({
      body: {
        userTeams: [{ teamId: world.learner.teamId, roles: ['learner'] }],
        userId: world.learner.userId,
        tenantId: world.tenantId,
      },
    }),
    namesTenant: true,
  },
  'callables.handleUserTeamsStatusUpdate': {
    by: admin,
    input: (world) => ({ body: { userIds: [world.learner.userId], status: 'inactive', tenantId: world.tenantId } }),
    namesTenant: true,
  },
  'accounts.mine': { by: learner },
  'accounts.changePassword': {
    by: learner,
    input: () => ({ body: { currentPassword: goodPassword, newPassword: 'Another-horse-43' } }),
  },
  'accounts.sendVerification': { by: learner },
  'accounts.sendPasswordResetLink': {
    by: nobody,
    input: (world) => ({ body: { email: world.learner.email, team: world.teamId } }),
  },
  'accounts.findUserTeamsByProperty': {
    by: admin,
    input: (world) => ({ body: { tenantId: world.tenantId, property: 'email', value: world.learner.email } }),
  },
  'accounts.sendRegistrationEmail': {
    by: admin,
    input: (world) => ({ body: { to: world.learner.email, teamId: world.teamId } }),
    namesTenant: true,
  },
  'accounts.sendGenericEmail': {
    by: admin,
    input: (world) => ({ body: { template: 'resetPassword', to: [world.learner.email] } }),
    namesTenant: true,
  },
  'accounts.link': { by: nobody, input: () => ({ params: { code: 'x'.repeat(43) } }) },
  // What a link does is tested beside the feature; what counts here is that no code opens nothing and tells nothing.
  'accounts.resetPassword': {
    by: nobody,
    input: () => ({ params: { code: 'x'.repeat(43) }, body: { password: 'Another-horse-43' } }),
    alsoFine: [404],
  },
  'accounts.confirm': {
    by: nobody,
    input: () => ({ params: { code: 'x'.repeat(43) }, body: { password: 'Another-horse-43' } }),
    alsoFine: [404],
  },
  'accounts.register': {
    by: nobody,
    input: (world) => ({
      body: {
        firstName: 'New',
        lastName: 'Comer',
        email: `new-${newId()}@example.test`,
        phone: '+44 1632 960123',
        password: 'Another-horse-43',
        team: world.teamId,
      },
    }),
  },
  'factors.mine': { by: learner },
  'factors.prove': { by: learner, input: () => ({ body: { password: goodPassword } }) },
  'factors.proofPasskey': { by: learner },
  'factors.beginAuthenticator': { by: learner },
  'factors.addAuthenticator': {
    by: learner,
    input: (world) => ({ body: { code: world.pendingCode } }),
  },
  'factors.removeAuthenticator': { by: learner },
  'factors.newPasskey': { by: learner },
  // What a browser makes and answers is tested beside the feature; what counts here is that nonsense adds nothing.
  'factors.addPasskey': {
    by: learner,
    input: () => ({
      body: { name: 'Key', passkey: { id: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    }),
    alsoFine: [422],
  },
  'factors.renamePasskey': {
    by: learner,
    input: (world) => ({ params: { passkeyId: world.passkeyId }, body: { name: 'Phone' } }),
    namesTenant: true,
  },
  'factors.removePasskey': {
    by: learner,
    input: (world) => ({ params: { passkeyId: world.passkeyId } }),
    namesTenant: true,
  },
  'factors.makeRecoveryCodes': { by: learner },
  'factors.ofMember': {
    by: admin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  'factors.reset': { by: admin, input: (world) => ({ params: { userId: world.learner.userId } }), namesTenant: true },
  'dataExports.mine': { by: learner },
  'dataExports.make': { by: learner },
  'eraseRequests.ask': { by: learner, input: () => ({ body: { reason: 'I leave' } }) },
  'eraseRequests.withdraw': { by: learner },
  'eraseRequests.ofMember': {
    by: admin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  'eraseRequests.dismiss': {
    by: admin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  // Without the cookies of a browser that has begun, there is no step.
  'factors.step': { by: nobody, alsoFine: [409] },
  'factors.cancelStep': { by: nobody },
  // The learner of the world owes nothing.
  'factors.beginOwedStep': { by: learner, alsoFine: [409] },
  'factors.stepPasskey': { by: nobody, alsoFine: [409] },
  'factors.finishStep': { by: nobody, input: () => ({ body: { code: '123456' } }), alsoFine: [409] },
  'factors.stepAuthenticator': { by: nobody, alsoFine: [409] },
  'factors.stepNewPasskey': { by: nobody, alsoFine: [409] },
  'factors.setUpStep': { by: nobody, input: () => ({ body: { code: '123456' } }), alsoFine: [409] },
  'factors.signInPasskey': { by: nobody },
  'factors.signIn': {
    by: nobody,
    input: () => ({
      body: { passkey: { id: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } },
    }),
    alsoFine: [422, 429],
  },
  'providers.list': { by: admin },
  'providers.create': {
    by: admin,
    input: (world) => ({
      body: {
        teamId: world.teamId,
        kind: 'oidc',
        name: `${world.mark} ID`,
        config: { baseUrl: 'https://id.example', clientId: 'learnt' },
      },
    }),
    namesTenant: true,
  },
  'providers.change': {
    by: admin,
    input: (world) => ({
      params: { providerId: world.providerId },
      body: {
        name: 'Another name',
        isEnabled: true,
        revision: 1,
        config: { baseUrl: 'https://id.example', clientId: 'learnt' },
      },
    }),
    namesTenant: true,
  },
  'providers.remove': { by: admin, input: provider, namesTenant: true },
  'providers.test': { by: admin, input: provider, namesTenant: true },
  'providers.acceptMethods': {
    by: admin,
    input: (world) => ({ body: { teamId: world.teamId, authMethods: ['password', 'sso'] } }),
    namesTenant: true,
  },
  // The ways themselves are tested beside the feature, with peers; the provider of the world answers nobody.
  'providers.start': {
    by: nobody,
    input: (world) => ({ ...provider(world), body: { team: world.teamId } }),
    alsoFine: [409],
  },
  'providers.finish': {
    by: nobody,
    input: () => ({ body: { query: `?state=${'x'.repeat(43)}`, providerId: newId() } }),
    alsoFine: [409],
  },
  'providers.embedded': {
    by: nobody,
    input: (world) => ({ ...provider(world), body: { username: 'pat', password: 'a-password', team: world.teamId } }),
    alsoFine: [404],
  },
  'providers.oktaToken': {
    by: nobody,
    input: () => ({ body: { oktaOrgUrl: 'https://acme.okta.example' } }),
    alsoFine: [422],
  },
  'providers.identities': { by: learner },
  'providers.linkWaiting': { by: learner },
  'providers.beginSignOut': { by: learner },
  // The session of the world was proved long ago.
  'providers.startLinking': { by: learner, input: (world) => ({ ...provider(world) }), alsoFine: [403, 409] },
  'providers.waysToProve': { by: learner },
  'providers.startProof': { by: learner, input: (world) => ({ ...provider(world) }), alsoFine: [409] },
  'providers.unlink': {
    by: learner,
    input: (world) => ({ params: { identityId: world.identityId } }),
    namesTenant: true,
  },
  'members.list': { by: admin },
  'members.facets': { by: admin },
  'members.get': { by: admin, input: (world) => ({ params: { userId: world.learner.userId } }), namesTenant: true },
  'members.create': {
    by: admin,
    input: () => ({ body: { firstName: 'New', lastName: 'Comer', email: `new-${newId()}@example.test` } }),
  },
  'members.update': {
    by: admin,
    input: (world) => ({ params: { userId: world.learner.userId }, body: { phone: '123' } }),
    namesTenant: true,
  },
  'members.setStatus': {
    by: admin,
    input: (world) => ({ body: { selection: { by: 'ids', ids: [world.learner.membershipId] }, status: 'inactive' } }),
  },
  'members.attributeValues': { by: admin, input: () => ({ params: { field: 'position' } }) },
  'courses.list': { by: admin },
  'courses.facets': { by: admin },
  'courses.get': { by: admin, input: course, namesTenant: true },
  'courses.create': { by: admin, input: () => ({ body: { title: 'A new course' } }) },
  'courses.saveDraft': {
    by: admin,
    input: (world) => ({ ...course(world), body: { revision: 1, content: world.content } }),
    namesTenant: true,
  },
  'courses.publishPreview': { by: admin, input: course, namesTenant: true },
  'courses.publish': {
    by: admin,
    input: (world) => ({ params: { courseId: world.draftId }, body: { revision: 1 } }),
    namesTenant: true,
    alsoFine: [409],
  },
  'courses.discard': { by: admin, input: course, namesTenant: true, alsoFine: [409] },
  'courses.withdraw': { by: admin, input: course, namesTenant: true },
  'courses.archive': { by: admin, input: course, namesTenant: true },
  'courses.restore': { by: admin, input: (world) => ({ params: { courseId: world.archivedId } }), namesTenant: true },
  'courses.duplicate': { by: admin, input: (world) => ({ ...course(world), body: {} }), namesTenant: true },
  'courses.versions': { by: admin, input: course, namesTenant: true },
  'courses.bulk': {
    by: admin,
    input: (world) => ({ body: { action: 'archive', selection: { by: 'ids', ids: [world.courseId] } } }),
  },
  'courses.preview': { by: admin, input: course, namesTenant: true },
  'courses.importPackage': {
    by: admin,
    input: (world) => ({ body: { fileId: world.packageFileId } }),
    namesTenant: true,
  },
  'files.adopt': { by: admin, input: () => ({ body: { uploadId: newId(), purpose: 'image' } }), alsoFine: [404, 422] },
  'files.get': { by: admin, input: (world) => ({ params: { fileId: world.fileId } }), namesTenant: true },
  'permissions.list': { by: admin },
  'permissions.get': {
    by: admin,
    input: (world) => ({ params: { permissionId: world.permissionId } }),
    namesTenant: true,
  },
  'permissions.preview': {
    by: admin,
    input: (world) => ({
      body: {
        documentType: 'course',
        documentId: world.courseId,
        isOptional: false,
        status: 'active',
        rule: rule(world),
      },
    }),
    namesTenant: true,
  },
  'permissions.create': {
    by: admin,
    input: (world) => ({
      body: { documentType: 'course', documentId: world.draftId, title: 'For chefs', rule: rule(world) },
    }),
    namesTenant: true,
  },
  'permissions.update': {
    by: admin,
    input: (world) => ({ params: { permissionId: world.permissionId }, body: { title: 'Renamed' } }),
    namesTenant: true,
  },
  'permissions.people': { by: admin, input: document, namesTenant: true },
  'permissions.why': {
    by: admin,
    input: (world) => ({
      params: { documentType: 'course', documentId: world.courseId, userId: world.learner.userId },
    }),
    namesTenant: true,
  },
  'permissions.assign': {
    by: admin,
    input: (world) => ({ ...document(world), body: { selection: { by: 'ids', ids: [world.manager.membershipId] } } }),
    namesTenant: true,
  },
  'permissions.unassign': {
    by: admin,
    input: (world) => ({ ...document(world), body: { userIds: [world.learner.userId] } }),
    namesTenant: true,
  },
  'learning.home': { by: learner },
  'learning.courses': { by: learner },
  'learning.bundles': { by: learner },
  'learning.course': { by: learner, input: mine, namesTenant: true },
  'learning.activity': { by: learner, input: step, namesTenant: true },
  'learning.progress': {
    by: learner,
    input: (world) => ({ ...step(world), body: { event: 'view' } }),
    namesTenant: true,
  },
  'learning.launch': {
    by: learner,
    input: (world) => ({ params: { userCourseId: world.userCourseId, activityId: world.packageStepId }, body: {} }),
    namesTenant: true,
  },
  'learning.previewLaunch': {
    by: admin,
    input: (world) => ({ params: { courseId: world.courseId, activityId: world.packageStepId } }),
    namesTenant: true,
  },
  // Without a launch token nobody gets in; with one, the attempts' own tests.
  'runtime.state': { by: nobody, alsoFine: [401] },
  'runtime.commit': { by: nobody, alsoFine: [401] },
  'reports.admin.courses': { by: admin },
  'reports.admin.learners': { by: admin },
  'reports.admin.assignments': { by: admin },
  'reports.admin.assignment': { by: admin, input: mine, namesTenant: true },
  'reports.admin.timeline': {
    by: admin,
    input: (world) => ({ params: { attemptId: world.attemptId } }),
    namesTenant: true,
  },
  'reports.manager.courses': { by: manager },
  'reports.manager.learners': { by: manager },
  'reports.manager.assignments': { by: manager },
  'reports.manager.assignment': { by: manager, input: mine, namesTenant: true },
  'reports.manager.timeline': {
    by: manager,
    input: (world) => ({ params: { attemptId: world.attemptId } }),
    namesTenant: true,
  },
  'reports.recompute': { by: admin, input: (world) => ({ params: { attemptId: world.attemptId } }), namesTenant: true },
  'jobs.mine': { by: learner },
  'jobs.list': { by: admin },
  'jobs.get': { by: learner, input: (world) => ({ params: { jobId: world.jobId } }), namesTenant: true },
  'jobs.cancel': {
    by: learner,
    input: (world) => ({ params: { jobId: world.jobId } }),
    namesTenant: true,
    alsoFine: [409],
  },
  'jobs.retry': { by: learner, input: (world) => ({ params: { jobId: world.jobId } }), namesTenant: true },
  'search.all': { by: learner, input: () => ({ query: { q: 'course' } }) },
  'quickPanel.data': { by: learner },
  'quickPanel.addNote': { by: learner, input: () => ({ body: { text: 'Mine' } }) },
  'quickPanel.changeNote': {
    by: learner,
    input: (world) => ({ params: { noteId: world.noteId }, body: { text: 'Mine' } }),
    namesTenant: true,
  },
  'quickPanel.removeNote': { by: learner, input: (world) => ({ params: { noteId: world.noteId } }), namesTenant: true },
  'notifications.list': { by: learner },
  'notifications.unread': { by: learner },
  'notifications.read': { by: learner, input: notification, namesTenant: true },
  'notifications.unreadAgain': { by: learner, input: notification, namesTenant: true },
  'notifications.readAll': { by: learner, input: () => ({ body: { until: '2026-11-20T09:00:00.000Z' } }) },
  'notifications.remove': { by: learner, input: notification, namesTenant: true },
  'themes.get': { by: admin, input: (world) => ({ params: { teamId: world.teamId } }), namesTenant: true },
  'themes.save': {
    by: admin,
    input: (world) => ({
      params: { teamId: world.teamId },
      body: { ...noTheme, primaryColor: '#1f5c46', revision: 0 },
    }),
    namesTenant: true,
  },
  'themes.getOf': { by: superadmin, input: spareTeam },
  'themes.saveOf': {
    by: superadmin,
    input: (world) => ({ ...spareTeam(world), body: { ...noTheme, primaryColor: '#1f5c46', revision: 0 } }),
    alsoFine: [409],
  },
  // Uploads are tested beside the feature; here the superadministrator has made none.
  'themes.addPictureOf': {
    by: superadmin,
    input: (world) => ({ ...spareTeam(world), body: { uploadId: 'none' } }),
    alsoFine: [422],
  },
  'navigation.get': { by: superadmin, input: (world) => ({ params: { teamId: world.teamId } }), namesTenant: true },
  'navigation.save': {
    by: superadmin,
    input: (world) => ({ params: { teamId: world.teamId }, body: { rows: [], revision: 0 } }),
    namesTenant: true,
  },
  'navigation.reset': {
    by: superadmin,
    input: (world) => ({ params: { teamId: world.teamId }, body: { revision: 0 } }),
    namesTenant: true,
  },
  'navigation.available': { by: superadmin, input: (world) => ({ params: { tenantId: world.tenantId } }) },
  'navigation.setAvailable': {
    by: superadmin,
    input: (world) => ({
      params: { tenantId: world.tenantId },
      body: { teamIds: [world.teamId], available: { chat: false } },
    }),
  },
  'users.invite': {
    by: superadmin,
    input: (world) => ({
      body: {
        firstName: 'New',
        lastName: 'Comer',
        email: `new-${newId()}@example.test`,
        teamId: world.teamId,
        roles: ['learner'],
      },
    }),
    namesTenant: true,
  },
  'users.inviteAgain': {
    by: superadmin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  'users.sessions': {
    by: superadmin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  'users.endSession': {
    by: superadmin,
    input: (world) => ({ params: { userId: world.learner.userId, sessionId: world.sessionId } }),
    namesTenant: true,
  },
  'users.endSessions': {
    by: superadmin,
    input: (world) => ({ params: { userId: world.learner.userId } }),
    namesTenant: true,
  },
  'schedules.list': { by: manager },
  'schedules.people': { by: manager },
  'schedules.create': {
    by: manager,
    input: (world) => ({
      body: { viewId: world.reportViewId, rhythm: 'daily', time: '07:30', receiverIds: [world.manager.userId] },
    }),
    namesTenant: true,
  },
  'schedules.update': {
    by: manager,
    input: (world) => ({
      params: { scheduleId: world.scheduleId },
      body: { viewId: world.reportViewId, rhythm: 'monthly', time: '07:30', receiverIds: [world.manager.userId] },
    }),
    namesTenant: true,
  },
  'schedules.pause': {
    by: manager,
    input: (world) => ({ params: { scheduleId: world.scheduleId }, body: { isPaused: true } }),
    namesTenant: true,
  },
  'schedules.receive': {
    by: manager,
    input: (world) => ({ params: { scheduleId: world.scheduleId }, body: { receives: false } }),
    namesTenant: true,
  },
  'schedules.open': {
    by: manager,
    input: (world) => ({ params: { scheduleId: world.scheduleId } }),
    namesTenant: true,
  },
  'schedules.remove': {
    by: manager,
    input: (world) => ({ params: { scheduleId: world.scheduleId } }),
    namesTenant: true,
  },
  'views.list': { by: learner, input: () => ({ query: { list: 'courses' } }) },
  'views.save': { by: learner, input: () => ({ body: { list: 'courses', name: 'Mine', query: 'search=a' } }) },
  'views.remove': { by: learner, input: (world) => ({ params: { viewId: world.viewId } }), namesTenant: true },
  'audit.list': { by: admin },
  'mails.list': { by: admin },
  'tenants.list': { by: superadmin },
  'tenants.access': { by: superadmin, input: (world) => ({ params: { tenantId: world.tenantId } }) },
  'tenants.changeAccess': {
    by: superadmin,
    input: (world) => ({
      params: { tenantId: world.tenantId },
      body: { settings: { showSelfRegistration: true, passwordRules: { minLength: 10 } } },
    }),
  },
  'tenants.get': { by: superadmin, input: spare },
  'tenants.change': {
    by: superadmin,
    input: (world) => ({ ...spare(world), body: { settings: { rewards: true, timeZone: 'Europe/Berlin' } } }),
  },
  // Each of these can be done once; what they do is tested beside the feature.
  'tenants.suspend': {
    by: superadmin,
    input: (world) => ({ ...spare(world), body: { reason: 'Unpaid' } }),
    alsoFine: [409],
  },
  'tenants.resume': { by: superadmin, input: spare, alsoFine: [409] },
  'tenants.remove': {
    by: superadmin,
    input: (world) => ({ ...spare(world), body: { name: `${world.mark} spare` } }),
    alsoFine: [409],
  },
  'tenants.restore': { by: superadmin, input: spare, alsoFine: [409] },
  'tenants.addDomain': {
    by: superadmin,
    input: (world) => ({ ...spare(world), body: { domain: `d${newId()}.example` } }),
  },
  'tenants.checkDomain': { by: superadmin, input: spareDomain },
  'tenants.vouchForDomain': { by: superadmin, input: spareDomain },
  'tenants.removeDomain': { by: superadmin, input: spareDomain, alsoFine: [404] },
  'teams.create': {
    by: superadmin,
    input: (world) => ({ ...spare(world), body: { id: `t-${newId()}`, displayName: 'Another team' } }),
  },
  'teams.update': {
    by: superadmin,
    input: (world) => ({ ...spareTeam(world), body: { supportEmail: 'help@example.test' } }),
  },
  'teams.remove': { by: superadmin, input: spareTeam, alsoFine: [404] },
  'tenants.create': {
    by: superadmin,
    input: () => ({
      body: {
        id: `w${newId().replaceAll('-', '').slice(-20)}`,
        name: 'Walked',
        administrator: {
          firstName: 'First',
          lastName: 'Admin',
          email: `first-${newId()}@example.test`,
          password: 'a-long-password-1',
        },
      },
    }),
  },
}

export interface RawSample {
  readonly by: (world: World) => GivenPerson | { token: null }
  readonly params?: (world: World) => Record<string, string>
  readonly namesTenant?: boolean
  readonly alsoFine?: readonly number[]
  readonly headers?: Record<string, string>
}

/** One entry for each protocol route. */
export const rawSamples: Record<string, RawSample> = {
  'members.export': { by: admin },
  'dataExports.download': {
    by: learner,
    params: (world) => ({ exportId: world.exportId }),
    namesTenant: true,
  },
  // The tenant of the walk has no chat; with one it is tested beside the feature.
  'supportChat.page': { by: learner, alsoFine: [404] },
  'session.handOverBegin': { by: nobody, alsoFine: [302] },
  'session.handOverGrant': { by: nobody, alsoFine: [302] },
  'session.handOverTake': { by: nobody, alsoFine: [302] },
  // With a provider that is there they are tested beside the feature.
  'providers.samlMetadata': { by: nobody, params: () => ({ providerId: newId() }), alsoFine: [404] },
  'providers.backChannelLogout': { by: nobody, params: () => ({ providerId: newId() }), alsoFine: [400] },
  'providers.samlSignedOut': { by: nobody, params: () => ({ providerId: newId() }), alsoFine: [404] },
  'providers.samlSignedOutPost': { by: nobody, params: () => ({ providerId: newId() }), alsoFine: [404] },
  'providers.samlAnswer': { by: nobody, params: () => ({ providerId: newId() }), alsoFine: [404] },
  'tokens.register': { by: nobody },
  'tokens.enter': { by: nobody },
  'tokens.enterByPost': { by: nobody },
  'tokens.check': { by: nobody, alsoFine: [401] },
  'tokens.checkByPost': { by: nobody, alsoFine: [401] },
  'tokens.updateUser': { by: learner },
  'uploads.create': { by: admin, headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' } },
  'uploads.protocols': { by: admin },
  'uploads.offset': { by: admin, params: () => ({ uploadId: newId() }), alsoFine: [404, 405] },
  'uploads.append': { by: admin, params: () => ({ uploadId: newId() }), alsoFine: [404, 403, 410, 415, 412, 400] },
  'uploads.abandon': { by: admin, params: () => ({ uploadId: newId() }), alsoFine: [404, 410, 412] },
  'files.download': {
    by: admin,
    params: (world) => ({ fileId: world.fileId, signature: 'none', name: 'a.pdf' }),
    namesTenant: true,
    alsoFine: [404],
  },
  'files.publicImage': { by: nobody, params: (world) => ({ teamId: world.teamId, name: 'none' }), alsoFine: [404] },
  'themes.manifest': { by: nobody },
  // Which version is the present one the manifest says; it is tested beside the feature.
  'themes.icon': {
    by: nobody,
    params: (world) => ({ teamId: world.teamId, version: 'none', name: '192.png' }),
    alsoFine: [404],
  },
  'themes.offlinePage': { by: nobody },
  'jobs.rows': { by: learner, params: (world) => ({ jobId: world.jobId }), namesTenant: true },
  'reports.admin.coursesCsv': { by: admin },
  'reports.admin.coursesXlsx': { by: admin },
  'reports.admin.learnersCsv': { by: admin },
  'reports.admin.learnersXlsx': { by: admin },
  'reports.admin.assignmentsCsv': { by: admin },
  'reports.admin.assignmentsXlsx': { by: admin },
  'reports.manager.coursesCsv': { by: manager },
  'reports.manager.coursesXlsx': { by: manager },
  'reports.manager.learnersCsv': { by: manager },
  'reports.manager.learnersXlsx': { by: manager },
  'reports.manager.assignmentsCsv': { by: manager },
  'reports.manager.assignmentsXlsx': { by: manager },
  'system.health': { by: nobody },
  'system.ready': { by: nobody },
  'system.version': { by: nobody },
  'system.serviceWorker': { by: nobody },
  'system.metrics': { by: nobody },
  'system.openapi': { by: nobody },
  'system.docs': { by: nobody },
  'system.docsAsset': { by: nobody, params: () => ({ asset: 'open.js' }) },
  'live.socket': { by: learner, alsoFine: [426] },
}
