import { api } from '@learnt/contract'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { startJob } from '../../platform/jobs/job.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { courseKind } from '../courses/kind.ts'
import { startBulk } from '../documents/commands/change-many.ts'
import { moveDocument } from '../documents/commands/move-document.ts'
import { publishDocument } from '../documents/commands/publish-document.ts'
import type { BaseContent, DocumentKindRules } from '../documents/kind.ts'
import { documentPolicy } from '../documents/policy.ts'
import { type DocumentRecord, findDocument as findRecord, listShownTypes } from '../documents/queries.ts'
import { eventKind } from '../events/kind.ts'
import { formKind } from '../forms/kind.ts'
import { learningPackageKind } from '../learning-packages/kind.ts'
import { updateMembers } from '../members/commands/update-member.ts'
import { memberPolicy } from '../members/policy.ts'
import { findMember } from '../members/queries.ts'
import { pathwayKind } from '../pathways/kind.ts'
import { lockRules } from '../permissions/commands/lock-rules.ts'
import { createPermission, updatePermission } from '../permissions/commands/save-permission.ts'
import { permissionPolicy } from '../permissions/policy.ts'
import { findDocument } from '../permissions/queries/find-document.ts'
import { findPermission } from '../permissions/queries/list-permissions.ts'
import { resourceKind } from '../resources/kind.ts'
import { listMembershipIds, listPermissionIds } from './queries.ts'

const { callables } = api

/** Calls with the rules of a kind, whatever its content is. */
type WithKind = <T>(call: <Content extends BaseContent>(kind: DocumentKindRules<Content>) => T) => T
const kinds: Record<DocumentType, WithKind> = {
  course: (call) => call(courseKind),
  pathway: (call) => call(pathwayKind),
  learningPackage: (call) => call(learningPackageKind),
  resource: (call) => call(resourceKind),
  form: (call) => call(formKind),
  event: (call) => call(eventKind),
}

/** The old client's functions under their own names: what each does is another feature's command. */
export const callableRoutes: Route[] = [
  route(callables.handleUserItemsUpdate, ({ ctx, body }) => putPermission(ctx, body.newPermissionObject)),
  route(callables.handleUserCoursesUpdate, ({ ctx, body }) => putPermission(ctx, body.newPermissionObject)),

  route(callables.unpublishUserCoursesUpdate, async ({ ctx, body }) => {
    const course = await load(ctx, body.courseId)
    authorize(ctx.actor, documentPolicy.withdraw, course)
    await moveDocument(ctx, courseKind, course, 'withdraw')
    return { data: { courseId: course.id, status: (await load(ctx, course.id)).status } }
  }),

  route(callables.publishCourse, async ({ ctx, body }) => {
    const course = await load(ctx, idOf(body.course))
    authorize(ctx.actor, documentPolicy.publish, course)
    await publishDocument(ctx, courseKind, course, { revision: null, underWay: 'carry', note: '' })
    return { data: { courseId: course.id, status: (await load(ctx, course.id)).status } }
  }),

  route(callables.updateDocumentStatus, async ({ ctx, body }) => {
    mustBeOwn(ctx, body.tenantId)
    const action = ({ published: 'publish', unpublished: 'withdraw', archived: 'archive' } as const)[body.status]
    const shown = await ctx.read(listShownTypes)
    if (!shown.includes(body.documentType))
      throw new ProblemError('not-allowed', { detail: 'reason.tenants.featureOff' })
    const selection = { by: 'ids', ids: body.documentIds } as const
    return kinds[body.documentType]((kind) => startBulk(ctx, kind, { action, selection }))
  }),

  route(callables.changeStatusOfAllPermittedUsers, async ({ ctx, body }) => {
    const document = await ctx.read((tx) => findDocument(tx, body.documentType, idOf(body.document)))
    authorize(ctx.actor, permissionPolicy.update, document)
    return {
      data: await ctx.write(async (tx) => {
        // What is saved at the same moment is not missed.
        await lockRules(tx, 'alone')
        const ids = await listPermissionIds(tx, document, body.status)
        for (const id of ids) await updatePermission(ctx, tx, id, { status: body.status })
        return { changed: ids.length }
      }),
    }
  }),

  route(callables.setUserPermissionsForMultipleTeams, async ({ ctx, body }) => {
    mustBeOwn(ctx, body.tenantId)
    const changes = []
    for (const one of body.userTeams) {
      if (one.tenantId !== undefined) mustBeOwn(ctx, one.tenantId)
      const member = await ctx.read((tx) => findMember(tx, ctx.actor, body.userId, one.teamId))
      authorize(ctx.actor, memberPolicy.update, member)
      if (one._id !== undefined && one._id !== member.id) throw invalid({ 'body.userTeams': 'invalid' })
      changes.push({
        member,
        change: { ...(one.roles && { roles: one.roles }), ...(one.status && { status: one.status }) },
      })
    }
    if (new Set(changes.map(({ member }) => member.id)).size < changes.length)
      throw invalid({ 'body.userTeams': 'invalid' })
    const changed = await updateMembers(ctx, changes)
    return { data: changed.map(({ id, roles, status }) => ({ _id: id, roles, status })) }
  }),

  route(callables.handleUserTeamsStatusUpdate, async ({ ctx, body }) => {
    mustBeOwn(ctx, body.tenantId)
    const ids = await ctx.read((tx) => listMembershipIds(tx, ctx.actor, body.userIds))
    // As many people nobody knows as others': both are simply not there.
    if (ids.length === 0) throw notFound()
    const subject = ctx.t('members.statusJob', { total: ids.length, status: ctx.t(`members.status.${body.status}`) })
    const input = { selection: { by: 'ids' as const, ids }, status: body.status }
    return ctx.write((tx) => startJob(ctx, tx, { kind: 'members.setStatus', subject, input, total: ids.length }))
  }),
]

type PermissionObject = Parameters<typeof idOf>[0] & {
  documentId: string
  type: DocumentType
  title?: string | undefined
  status?: 'active' | 'inactive' | undefined
  isOptional?: boolean | undefined
  tenantId?: string | undefined
  rule: Parameters<typeof createPermission>[3]['rule']['rule']
}

async function putPermission(ctx: Ctx, given: PermissionObject) {
  if (given.tenantId !== undefined) mustBeOwn(ctx, given.tenantId)
  authorize(ctx.actor, permissionPolicy.update, {})
  const known = given._id || given.id
  const [document, before] = await ctx.read((tx) =>
    Promise.all([findDocument(tx, given.type, given.documentId), known ? findPermission(tx, known) : null]),
  )
  if (known && !before) throw notFound()
  if (!document) throw invalid({ 'body.newPermissionObject.documentId': 'invalid' })
  if (before && before.documentId !== document.id) throw invalid({ 'body.newPermissionObject.documentId': 'invalid' })
  const { title, status, isOptional } = given
  const id = await ctx.write(async (tx) => {
    if (!before) {
      return createPermission(ctx, tx, document, {
        documentType: given.type,
        documentId: document.id,
        title: title ?? document.title,
        status: status ?? 'active',
        isOptional: isOptional ?? false,
        request: null,
        rule: { rule: given.rule, groups: [], everyone: false, audiences: [] },
        due: { kind: 'none' },
      })
    }
    // The specification's object has only the map: other fields stay, also those saved meanwhile.
    await lockRules(tx, 'alone')
    const stored = (await findPermission(tx, before.id)) ?? before
    const rule = { ...stored.rule, rule: given.rule }
    await updatePermission(ctx, tx, before.id, { title, status, isOptional, rule })
    return before.id
  })
  return { data: { _id: id, id } }
}

function idOf(named: { _id?: string | undefined; id?: string | undefined }): string {
  return named._id || named.id || ''
}

async function load(ctx: Ctx, courseId: string): Promise<DocumentRecord> {
  const course = await ctx.read((tx) => findRecord(tx, 'course', courseId))
  authorize(ctx.actor, documentPolicy.see, course)
  return course
}

/** The tenant is the session's; a caller who names another is mistaken or tries. */
function mustBeOwn(ctx: Ctx, tenantId: string): void {
  if (tenantId !== ctx.actor.tenantId) throw new ProblemError('not-allowed')
}
