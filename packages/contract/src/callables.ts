import { z } from 'zod'
import { DocumentType } from './document-kinds.ts'
import { endpoint } from './endpoint.ts'
import { JobRef } from './jobs.ts'
import { RuleMap } from './permissions.ts'
import { Role } from './roles.ts'
import { MembershipStatus, PermissionStatus } from './states.ts'
import { Id, MembershipId, oneLine, Slug } from './values.ts'

/** Callable functions of the old client (specification, section 7), by the operation that does their work. */
export const callables = {
  findUserTeamsByProperty: 'accounts.findUserTeamsByProperty',
  sendPasswordResetLink: 'accounts.sendPasswordResetLink',
  sendRegistrationEmail: 'accounts.sendRegistrationEmail',
  sendGenericEmail: 'accounts.sendGenericEmail',
  handleUserItemsUpdateOnCall: 'callables.handleUserItemsUpdate',
  handleUserCoursesUpdateOnCall: 'callables.handleUserCoursesUpdate',
  unpublishUserCoursesUpdateOnCall: 'callables.unpublishUserCoursesUpdate',
  setUserPermissionsForMultipleTeamsOnCall: 'callables.setUserPermissionsForMultipleTeams',
  changeStatusOfAllPermittedUsers: 'callables.changeStatusOfAllPermittedUsers',
  updateDocumentStatusOnCall: 'callables.updateDocumentStatus',
  publishCourseOnCall: 'callables.publishCourse',
  handleUserTeamsStatusUpdateOnCall: 'callables.handleUserTeamsStatusUpdate',
} as const

// The tenant that a caller names has to be the session's. "Previous" objects and what the server knows better (who and
// when) are accepted and not used.
const tenantId = z.string().max(63)
const unused = z.unknown().optional()

/** A permission as the specification has it (section 3): `_id` or `id` names the one to change. */
const PermissionObject = z.strictObject({
  _id: z.union([Id, z.literal('')]).optional(),
  id: z.union([Id, z.literal('')]).optional(),
  documentId: Id,
  type: DocumentType,
  status: PermissionStatus.optional(),
  tenantId: tenantId.optional(),
  title: oneLine().min(1, { error: 'required' }).max(200).optional(),
  rule: RuleMap,
  isOptional: z.boolean().optional(),
  updatedAt: unused,
})

/** A document named by its object: only the id is read. */
const Named = z
  .looseObject({ _id: Id.optional(), id: Id.optional() })
  .refine((it) => it._id !== undefined || it.id !== undefined, {
    error: 'required',
  })
const Pair = z.strictObject({ newPermissionObject: PermissionObject, prePermissionObject: unused })
const permissionReply = z.object({ data: z.object({ _id: Id, id: Id }) })

export const callableOperations = {
  handleUserItemsUpdate: endpoint({
    id: 'callables.handleUserItemsUpdate',
    summary: 'Give or change a document by a permission object; the one before is the stored one.',
    method: 'POST',
    path: '/api/callables/handleUserItemsUpdateOnCall',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: ['permissions.create', 'permissions.update'],
    sample: (given) => ({
      body: {
        newPermissionObject: { documentId: given.courseId, type: 'course', rule: { position: [`${given.mark}-chef`] } },
      },
    }),
    body: Pair,
    response: permissionReply,
  }),
  handleUserCoursesUpdate: endpoint({
    id: 'callables.handleUserCoursesUpdate',
    summary: 'The same, for courses.',
    method: 'POST',
    path: '/api/callables/handleUserCoursesUpdateOnCall',
    access: 'admin',
    bodyBytes: 1024 * 1024,
    callers: ['token', 'acting'],
    audit: ['permissions.create', 'permissions.update'],
    sample: (given) => ({
      body: {
        newPermissionObject: { documentId: given.courseId, type: 'course', rule: { position: [`${given.mark}-chef`] } },
      },
    }),
    body: Pair,
    response: permissionReply,
  }),
  unpublishUserCoursesUpdate: endpoint({
    id: 'callables.unpublishUserCoursesUpdate',
    summary: 'Withdraw a course: hidden from learners, records kept.',
    method: 'POST',
    path: '/api/callables/unpublishUserCoursesUpdateOnCall',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.withdraw',
    sample: (given) => ({ body: { courseId: given.courseId } }),
    body: z.strictObject({ courseId: Id }),
    response: z.object({ data: z.object({ courseId: Id, status: z.string() }) }),
  }),
  setUserPermissionsForMultipleTeams: endpoint({
    id: 'callables.setUserPermissionsForMultipleTeams',
    summary: 'Roles and status of one person in several teams; all are checked before any is changed.',
    method: 'POST',
    path: '/api/callables/setUserPermissionsForMultipleTeamsOnCall',
    access: 'admin',
    callers: ['token'],
    audit: 'members.update',
    sample: (given) => ({
      changesNothing: true,
      body: {
        userTeams: [{ teamId: given.learner.teamId, roles: ['learner'] }],
        userId: given.learner.userId,
        tenantId: given.tenantId,
      },
    }),
    body: z.strictObject({
      userTeams: z
        .array(
          z.strictObject({
            _id: MembershipId.optional(),
            teamId: Slug,
            tenantId: tenantId.optional(),
            roles: z.array(Role).max(4).optional(),
            status: MembershipStatus.optional(),
          }),
        )
        .min(1)
        .max(50),
      userId: Id,
      tenantId,
    }),
    response: z.object({
      data: z.array(z.object({ _id: MembershipId, roles: z.array(z.string()), status: MembershipStatus })),
    }),
  }),
  changeStatusOfAllPermittedUsers: endpoint({
    id: 'callables.changeStatusOfAllPermittedUsers',
    summary: 'Switch all permissions of a document on or off, and so its people.',
    method: 'POST',
    path: '/api/callables/changeStatusOfAllPermittedUsers',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'permissions.update',
    sample: (given) => ({ body: { document: { id: given.courseId }, documentType: 'course', status: 'inactive' } }),
    body: z.strictObject({ document: Named, documentType: DocumentType, status: PermissionStatus }),
    response: z.object({ data: z.object({ changed: z.number().int() }) }),
  }),
  updateDocumentStatus: endpoint({
    id: 'callables.updateDocumentStatus',
    summary:
      'Publish, withdraw or archive many documents of a kind, with the rights of that kind; answers at once with a job that names those that could not be.',
    method: 'POST',
    path: '/api/callables/updateDocumentStatusOnCall',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: ['courses.bulk', 'pathways.bulk', 'learningPackages.bulk', 'resources.bulk', 'forms.bulk', 'events.bulk'],
    sample: (given) => ({
      body: { documentIds: [given.courseId], documentType: 'course', status: 'archived', tenantId: given.tenantId },
    }),
    body: z.strictObject({
      documentIds: z.array(Id).min(1).max(1000),
      documentType: DocumentType,
      status: z.enum(['published', 'unpublished', 'archived']),
      tenantId,
    }),
    response: JobRef,
    status: 202,
  }),
  publishCourse: endpoint({
    id: 'callables.publishCourse',
    summary: 'Publish the draft of a course as it is now; who is under way goes on in it.',
    method: 'POST',
    path: '/api/callables/publishCourseOnCall',
    access: 'admin',
    callers: ['token', 'acting'],
    audit: 'courses.publish',
    sample: (given) => ({ body: { course: { id: given.draftId } }, alsoFine: [409] }),
    body: z.strictObject({ course: Named }),
    response: z.object({ data: z.object({ courseId: Id, status: z.string() }) }),
  }),
  handleUserTeamsStatusUpdate: endpoint({
    id: 'callables.handleUserTeamsStatusUpdate',
    summary: 'Set the status of people in all of their teams that the caller looks after; answers at once with a job.',
    method: 'POST',
    path: '/api/callables/handleUserTeamsStatusUpdateOnCall',
    access: 'admin',
    callers: ['token'],
    audit: 'members.setStatus',
    sample: (given) => ({
      changesNothing: true,
      body: { userIds: [given.learner.userId], status: 'inactive', tenantId: given.tenantId },
    }),
    body: z.strictObject({ userIds: z.array(Id).min(1).max(1000), status: MembershipStatus, tenantId }),
    response: JobRef,
    status: 202,
  }),
}
