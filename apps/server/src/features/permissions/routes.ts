import { api } from '@learnt/contract'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { invalid, notFound } from '../../platform/problem.ts'
import { wholeRule } from '../reach/policy.ts'
import { assignDocument, unassignDocument } from './commands/assign-document.ts'
import { createPermission, updatePermission } from './commands/save-permission.ts'
import { startStatus } from './commands/set-status.ts'
import { permissionPolicy } from './policy.ts'
import { presentDocumentPerson, presentPermission } from './present.ts'
import { type Document, findDocument } from './queries/find-document.ts'
import { listDocumentPeople } from './queries/list-people.ts'
import { findPermission, listPermissions } from './queries/list-permissions.ts'
import { previewRule } from './queries/preview-rule.ts'
import { readAudiences } from './queries/read-rule.ts'
import { traceWhy } from './queries/trace-why.ts'

export const permissionRoutes: Route[] = [
  route(api.permissions.list, async ({ ctx, query }) => {
    authorize(ctx.actor, permissionPolicy.read, {})
    const page = await listPermissions(ctx, query)
    return { items: page.rows.map((row) => presentPermission(ctx.actor, row)), next: page.next, total: page.total }
  }),

  route(api.permissions.get, async ({ ctx, params }) => {
    const permission = await ctx.read((tx) => findPermission(tx, params.permissionId))
    authorize(ctx.actor, permissionPolicy.read, permission)
    return presentPermission(ctx.actor, permission)
  }),

  route(api.permissions.preview, async ({ ctx, body }) => {
    const [document, permission, audiences] = await ctx.read((tx) =>
      Promise.all([
        findDocument(tx, body.documentType, body.documentId),
        body.permissionId ? findPermission(tx, body.permissionId) : null,
        readAudiences(tx, body.rule.audiences),
      ]),
    )
    authorize(ctx.actor, permissionPolicy.update, {})
    if (!document) throw invalid({ 'body.documentId': 'invalid' })
    if (body.permissionId && permission?.documentId !== document.id) throw invalid({ 'body.permissionId': 'invalid' })
    if (audiences.length < new Set(body.rule.audiences).size) throw invalid({ 'body.rule.audiences': 'invalid' })
    return previewRule(ctx, { ...body, rule: wholeRule(body.rule, audiences) })
  }),

  route(api.permissions.create, async ({ ctx, body }) => {
    const document = await ctx.read((tx) => findDocument(tx, body.documentType, body.documentId))
    authorize(ctx.actor, permissionPolicy.update, {})
    if (!document) throw invalid({ 'body.documentId': 'invalid' })
    const permissionId = await ctx.write((tx) => createPermission(ctx, tx, document, body))
    const permission = await ctx.read((tx) => findPermission(tx, permissionId))
    if (!permission) throw notFound()
    return presentPermission(ctx.actor, permission)
  }),

  route(api.permissions.update, async ({ ctx, params, body }) => {
    const before = await ctx.read((tx) => findPermission(tx, params.permissionId))
    authorize(ctx.actor, permissionPolicy.update, before)
    await ctx.write((tx) => updatePermission(ctx, tx, before.id, body))
    const after = await ctx.read((tx) => findPermission(tx, before.id))
    return presentPermission(ctx.actor, after ?? before)
  }),

  route(api.permissions.setStatus, ({ ctx, body }) => {
    authorize(ctx.actor, permissionPolicy.update, {})
    return startStatus(ctx, body)
  }),

  route(api.permissions.people, async ({ ctx, params, query }) => {
    const document = await getDocument(ctx, params)
    authorize(ctx.actor, permissionPolicy.read, document)
    const page = await listDocumentPeople(ctx, document, query)
    return { items: page.rows.map(presentDocumentPerson), next: page.next, total: page.total }
  }),

  route(api.permissions.why, async ({ ctx, params }) => {
    const document = await getDocument(ctx, params)
    authorize(ctx.actor, permissionPolicy.read, document)
    const trace = await traceWhy(ctx, document, params.userId)
    if (!trace) throw notFound()
    return trace
  }),

  route(api.permissions.assign, async ({ ctx, params, body }) => {
    const document = await getDocument(ctx, params)
    authorize(ctx.actor, permissionPolicy.assign, document)
    return ctx.write((tx) => assignDocument(ctx, tx, document, body))
  }),

  route(api.permissions.unassign, async ({ ctx, params, body }) => {
    const document = await getDocument(ctx, params)
    authorize(ctx.actor, permissionPolicy.assign, document)
    return { removed: await ctx.write((tx) => unassignDocument(ctx, tx, document, body.userIds)) }
  }),
]

async function getDocument(ctx: Ctx, params: { documentType: DocumentType; documentId: string }): Promise<Document> {
  const document = await ctx.read((tx) => findDocument(tx, params.documentType, params.documentId))
  if (!document) throw notFound()
  return document
}
