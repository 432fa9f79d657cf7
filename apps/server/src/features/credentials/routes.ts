import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { api } from '@learnt/contract'
import { Id } from '@learnt/contract/values'
import type { FastifyReply } from 'fastify'
import { authorize } from '../../platform/authorize.ts'
import type { Services } from '../../platform/context.ts'
import { sendDownload } from '../../platform/csv.ts'
import { hasTag } from '../../platform/http/etag.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type PublicCall, publicRoute, type Route, rawRoute, route } from '../../platform/http/route.ts'
import { notFound } from '../../platform/problem.ts'
import { mintTenantId, type TenantId } from '../../platform/tenant-id.ts'
import { readPublicId } from '../badges/policy.ts'
import { findAward } from '../badges/queries/find-awards.ts'
import { findIssuedPdf, findIssuer, findVerified } from '../certificates/queries/find-certificates.ts'
import { checkBadge, checked, checkPdf } from './commands/check-file.ts'
import { replaceKey } from './commands/keys.ts'
import { makeCredential, pictureUrl } from './commands/make-credential.ts'
import { makeFile } from './commands/make-file.ts'
import { makeStatusList } from './commands/make-status-list.ts'
import { credentialPolicy, inLocale } from './policy.ts'
import { presentAward, presentCertificate } from './present.ts'
import { type AwardRow, findGivenVersion, findStatedAward } from './queries/find-awards.ts'
import { findKeyDates, listKeys } from './queries/find-keys.ts'
import { achievementOf, didDocument, didOf, issuerProfile, issuerUrl, openBadgesContexts } from './signing/documents.ts'

/** Anybody who knows an address may look; the limit stops those who guess addresses. */
const looks = new RateLimit({ burst: 30, perMinute: 30 })
/** Verifiers of other makers ask for several documents at a time. */
const documents = new RateLimit({ burst: 120, perMinute: 120 })

export const credentialRoutes: Route[] = [
  publicRoute(api.credentials.verify, async ({ services, request, params, now }) => {
    looks.take(request.ip)
    const { tenantId, id } = readAddress(params.credentialId)
    const [certificate, award, issuer] = await services.db
      .tenant(tenantId)
      .read((tx) => Promise.all([findVerified(tx, id, now), findStatedAward(tx, id), findIssuer(tx, tenantId)]))
    if (certificate) return presentCertificate(certificate, issuer)
    if (!award) throw notFound()
    const { publicUrl } = services.settings
    const isSigned = await isWellSigned(services, tenantId, award)
    return presentAward(award, { issuer, tenantId, publicUrl, now, isSigned })
  }),

  publicRoute(api.credentials.checkFile, async ({ services, request, params, body }) => {
    looks.take(request.ip)
    const { tenantId, id } = readAddress(params.credentialId)
    const [pdf, award] = await services.db
      .tenant(tenantId)
      .read((tx) => Promise.all([findIssuedPdf(tx, id), findStatedAward(tx, id)]))
    if (!pdf && !award) throw notFound()
    if (pdf && body.kind === 'certificate') return checkPdf(body.sha256, pdf.sha256)
    if (!award || body.kind !== 'badge') return checked('unreadable')
    const signed = await makeCredential(services, tenantId, award)
    return signed === null ? checked('notYet') : checkBadge(body.credential, signed)
  }),

  rawRoute(api.credentials.issuer.did, async (call) => {
    const { services, reply } = call
    const tenantId = readTenant(call)
    const keys = await services.db.tenant(tenantId).read(listKeys)
    if (keys.length === 0) throw notFound()
    const did = didOf({ tenantId, publicUrl: services.settings.publicUrl })
    return sendDocument(call, reply, didDocument({ did, keys: keys.map((key) => publicKeyOf(did, key)) }))
  }),

  rawRoute(api.credentials.issuer.profile, async (call) => {
    const { services, reply } = call
    const tenantId = readTenant(call)
    const [keys, name] = await services.db
      .tenant(tenantId)
      .read((tx) => Promise.all([listKeys(tx), findIssuer(tx, tenantId)]))
    if (keys.length === 0) throw notFound()
    const { publicUrl } = services.settings
    const profile = issuerProfile({ did: didOf({ tenantId, publicUrl }), name, url: publicUrl })
    return sendDocument(call, reply, { '@context': openBadgesContexts, ...profile })
  }),

  rawRoute(api.credentials.issuer.statusList, async (call) => {
    const tenantId = readTenant(call)
    const list = await makeStatusList(call.services, tenantId, Number(paramOf(call, 'number')))
    if (list === null) throw notFound()
    return sendDocument(call, call.reply, list)
  }),

  rawRoute(api.credentials.issuer.achievement, async (call) => {
    const { services, reply } = call
    const tenantId = readTenant(call)
    const versionId = paramOf(call, 'versionId')
    const version = await services.db.tenant(tenantId).read((tx) => findGivenVersion(tx, versionId))
    if (!version) throw notFound()
    const places = { tenantId, publicUrl: services.settings.publicUrl }
    const achievement = achievementOf(
      {
        title: version.title,
        description: inLocale(version.description, call.locale),
        criteria: inLocale(version.criteria, call.locale),
      },
      { id: `${issuerUrl(places)}/achievements/${versionId}`, pictureUrl: pictureUrl(places, versionId) },
    )
    return sendDocument(call, reply, { '@context': openBadgesContexts, ...achievement })
  }),

  ...(['json', 'png', 'svg'] as const).map((format) =>
    rawRoute(api.credentials.award[format], async ({ ctx, request, reply }) => {
      const id = Id.safeParse((request.params as { awardId: string }).awardId).data
      if (ctx === null || !id) throw notFound()
      const [seen, award] = await ctx.read((tx) => Promise.all([findAward(ctx, tx, id), findStatedAward(tx, id)]))
      authorize(ctx.actor, credentialPolicy.download, seen && award && { ...award, isSeen: seen.isSeen })
      if (!award) throw notFound()
      const bytes = await makeFile(ctx.services, ctx.actor.tenantId, award, format)
      if (bytes === null) throw notFound()
      reply.header('content-length', bytes.length)
      return sendDownload(reply, `badge.${format}`, types[format], Readable.from([bytes]), 'private, no-store')
    }),
  ),

  route(api.credentials.key.get, ({ ctx }) => ctx.read(findKeyDates)),

  route(api.credentials.key.replace, async ({ ctx }) => {
    await replaceKey(ctx)
    return ctx.read(findKeyDates)
  }),
]

const types = { json: 'application/json', png: 'image/png', svg: 'image/svg+xml' } as const

function readAddress(credentialId: string): { tenantId: TenantId; id: string } {
  const named = readPublicId(credentialId)
  if (!named) throw notFound()
  return { tenantId: mintTenantId(named.tenantId), id: named.id }
}

function readTenant(call: PublicCall): TenantId {
  documents.take(call.request.ip)
  return mintTenantId(paramOf(call, 'tenantId'))
}

function paramOf({ request }: PublicCall, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}

function publicKeyOf(did: string, key: { id: string; publicKey: string }) {
  return { id: `${did}#${key.id}`, controller: did, publicKeyMultibase: key.publicKey }
}

/** Whether the kept credential bears a signature of the tenant; null: there is none, for it was revoked before. */
async function isWellSigned(services: Services, tenantId: TenantId, award: AwardRow): Promise<boolean | null> {
  const signed = await makeCredential(services, tenantId, award)
  if (signed === null) return null
  const keys = await services.db.tenant(tenantId).read(listKeys)
  const credential = JSON.parse(signed)
  // As the credential names it: the installation may have had another address then.
  const did = String(credential.issuer.id)
  const { isSignatureGood } = await import('./signing/sign.ts')
  return isSignatureGood(credential, { did, keys: keys.map((key) => publicKeyOf(did, key)) })
}

/** A public document: anybody's page may read it, and caches may keep it for a few minutes. */
function sendDocument({ request }: PublicCall, reply: FastifyReply, document: object | string): FastifyReply {
  const text = typeof document === 'string' ? document : JSON.stringify(document)
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=300')
    .header('etag', tag)
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return reply.header('content-type', 'application/json; charset=utf-8').send(text)
}
