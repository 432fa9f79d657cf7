import { createHash } from 'node:crypto'
import { files } from '@learnt/contract/files'
import { avatarLimits } from '@learnt/contract/picture-crop'
import { readableKindOf } from '@learnt/contract/readable-kinds'
import { Id, Slug } from '@learnt/contract/values'
import { authorize } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { hasTag } from '../../platform/http/etag.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { adoptUpload, isUnasked, prepareLater, readAs } from './commands.ts'
import { sendFile } from './download.ts'
import { filePolicy, uploadPolicy } from './policy.ts'
import { presentOutline, presentPart } from './present.ts'
import { findFile, findPart, findPrepared, findTenantOfTeam, isSignatureOf, presentFile } from './queries.ts'
import { uploadsOf } from './uploads.ts'

export const fileRoutes: Route[] = [
  route(files.adopt, async ({ ctx, body }) => {
    authorize(ctx.actor, uploadPolicy.upload, body)
    return presentFile(ctx, await adoptUpload(ctx, body))
  }),

  route(files.get, async ({ ctx, params }) => {
    const file = await ctx.read((tx) => findFile(tx, params.fileId))
    authorize(ctx.actor, filePolicy.see, file)
    return presentFile(ctx, file)
  }),

  route(files.readAs, async ({ ctx, params, body }) => {
    const file = await ctx.read((tx) => findFile(tx, params.fileId))
    authorize(ctx.actor, filePolicy.see, file)
    if (file.purpose !== 'document' || file.contentType !== 'text/csv') throw notFound()
    await readAs(ctx, file, body.encoding)
    return presentOutline(ctx, 'sheets', await ctx.read((tx) => findPrepared(tx, file.id)))
  }),

  upload(files.protocols),
  upload(files.create),
  upload(files.continue),
  upload(files.abandon),
  rawRoute(files.offset, async (call) => {
    const owner = signedIn(call.ctx).actor
    const { uploadId } = call.request.params as { uploadId: string }
    if (call.request.method === 'HEAD') return uploadsOf(call.services).serve(call, owner, uploadId)
    const found = await uploadsOf(call.services).find(owner, uploadId)
    if (found === null) throw notFound()
    return call.reply.send({ uploadId, size: found.size, offset: found.offset })
  }),

  rawRoute(files.download, async (call) => {
    const ctx = signedIn(call.ctx)
    const { fileId, signature } = call.request.params as { fileId: string; signature: string }
    if (!isSignatureOf(ctx, fileId, signature)) throw notFound()
    const file = await ctx.read((tx) => findFile(tx, fileId))
    if (!file) throw notFound()
    return sendFile(call, ctx.actor.tenantId, file, { width: (call.request.query as { w?: string }).w })
  }),

  route(files.outline, async ({ ctx, params: { fileId, signature } }) => {
    if (!isSignatureOf(ctx, fileId, signature)) throw notFound()
    const [file, prepared] = await ctx.read((tx) => Promise.all([findFile(tx, fileId), findPrepared(tx, fileId)]))
    const kind = file?.purpose === 'document' ? readableKindOf(file.contentType) : null
    if (kind === null) throw notFound()
    // Files that were stored before documents were prepared, or restored without what was waiting.
    if (isUnasked(prepared, ctx.now)) await ctx.write((tx) => prepareLater(ctx, tx, fileId))
    return presentOutline(ctx, kind, prepared)
  }),

  rawRoute(files.part, async (call) => {
    const ctx = signedIn(call.ctx)
    const { fileId, signature, number } = call.request.params as { fileId: string; signature: string; number: string }
    if (!isSignatureOf(ctx, fileId, signature) || !/^\d{1,7}$/.test(number)) throw notFound()
    const stored = await ctx.read((tx) => findPart(tx, fileId, Number(number)))
    if (stored === undefined) throw notFound()
    const body = presentPart(ctx, stored)
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const { request, reply } = call
    // As with files: kept by the browser, and asked about each time.
    reply.header('cache-control', 'private, no-cache').header('etag', etag)
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  }),

  rawRoute(files.avatar, async (call) => {
    const ctx = signedIn(call.ctx)
    const fileId = Id.safeParse((call.request.params as { name: string }).name.replace(/\.webp$/, '')).data
    const file = fileId && (await ctx.read((tx) => findFile(tx, fileId)))
    // This purpose shows the file to the tenant. Other files are not found here.
    if (!file) throw notFound()
    if (file.purpose !== 'avatar') throw notFound()
    const asked = (call.request.query as { w?: string }).w
    return sendFile(call, ctx.actor.tenantId, file, {
      width: asked === String(avatarLimits.large) ? asked : String(avatarLimits.small),
      cacheControl: 'private, max-age=31536000, immutable',
    })
  }),

  rawRoute(files.publicImage, async (call) => {
    const { teamId, name } = call.request.params as { teamId: string; name: string }
    const fileId = Id.safeParse(name.replace(/\.webp$/, '')).data
    if (!Slug.safeParse(teamId).success || !fileId) throw notFound()
    const tenantId = await findTenantOfTeam(call.services.db, teamId)
    const file = tenantId && (await call.services.db.tenant(tenantId).read((tx) => findFile(tx, fileId)))
    // This purpose makes the file public. Other files of the tenant are not found here.
    if (!tenantId || file?.purpose !== 'team') throw notFound()
    return sendFile(call, tenantId, file, {
      width: (call.request.query as { w?: string }).w,
      cacheControl: 'public, max-age=31536000, immutable',
    })
  }),
]

function upload(endpoint: Parameters<typeof rawRoute>[0]): Route {
  return rawRoute(endpoint, async (call) => {
    const { uploadId } = call.request.params as { uploadId?: string }
    return uploadsOf(call.services).serve(call, signedIn(call.ctx).actor, uploadId ?? null)
  })
}

/** The contract's access has seen to it already. */
function signedIn(ctx: Ctx | null): Ctx {
  if (ctx === null) throw notFound()
  return ctx
}
