import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../../platform/context.ts'
import { FileMissing } from '../../platform/files/store.ts'
import { hasTag } from '../../platform/http/etag.ts'
import { uploadedFilePolicy } from '../../platform/http/policies.ts'
import { notFound } from '../../platform/problem.ts'
import type { TenantId } from '../../platform/tenant-id.ts'
import { addressName, type FileRow, pickVariant } from './queries.ts'

/** Shown where it stands; everything else comes as a download, so that it never opens as a page of ours. */
const shown = /^(?:image\/webp|video\/(?:mp4|webm)|audio\/(?:mpeg|wav|mp4|webm)|text\/vtt|application\/pdf)$/

/** Sends the bytes of a file, or a part of them (RFC 9110, Range and conditional requests). */
export async function sendFile(
  call: { services: Services; request: FastifyRequest; reply: FastifyReply },
  tenantId: TenantId,
  file: FileRow,
  options: { width?: unknown; cacheControl?: string } = {},
): Promise<FastifyReply> {
  const { request, reply, services } = call
  const { sha256, size } = pickVariant(file, options.width)
  const etag = `"${sha256}"`
  for (const [name, value] of Object.entries(uploadedFilePolicy)) reply.header(name, value)
  if (options.cacheControl) reply.header('cache-control', options.cacheControl)
  reply.header('etag', etag)
  reply.header('accept-ranges', 'bytes')
  if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()

  reply.header('content-type', shown.test(file.contentType) ? file.contentType : inert(file.contentType))
  reply.header(
    'content-disposition',
    `${shown.test(file.contentType) ? 'inline' : 'attachment'}; ${fileName(file.name)}`,
  )
  const range = rangeOf(request, etag, size)
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send()
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', end - start + 1)
  // An empty stream: Fastify writes a length of its own for anything else.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  try {
    return await reply.send(await services.files.open(tenantId, sha256, range ?? undefined))
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    services.log.error({ fileId: file.id, tenant: tenantId, sha256 }, 'the bytes of a file are missing')
    for (const name of ['content-length', 'content-range', 'content-disposition', 'etag', 'accept-ranges'])
      reply.removeHeader(name)
    throw notFound()
  }
}

function inert(contentType: string): string {
  return contentType === 'text/csv' ? 'text/csv; charset=utf-8' : contentType
}

/** Null: the whole. Several ranges at once are answered with the whole too, which the standard allows. */
function rangeOf(
  request: FastifyRequest,
  etag: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const { range } = request.headers
  if (range === undefined) return null
  const condition = request.headers['if-range']
  // Dates and weak tags never match: then the whole is sent.
  if (condition !== undefined && condition !== etag) return null
  const match = /^bytes=(\d*)-(\d*)$/.exec(range.trim())
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Both spellings of RFC 6266: letters that every program understands, and the real name. */
function fileName(name: string): string {
  const real = encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
  return `filename="${addressName(name)}"; filename*=UTF-8''${real}`
}
