import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '../clock.ts'
import type { FileStore } from '../files/store.ts'
import { hasTag } from '../http/etag.ts'
import { escapeHtml } from '../mail/render-mail.ts'
import { http } from '../node-http.ts'
import type { Secrets } from '../secrets.ts'
import type { TenantId } from '../tenant-id.ts'
import { type ArchivedFile, decodePath, plainPath, streamBytes, streamUnpacked } from './archive-files.ts'
import { type Capability, readCapability } from './capability.ts'
import {
  inertHeaders,
  isPlainOrigin,
  packageHeaders,
  plainHeaders,
  playerAssetHeaders,
  playerHeaders,
} from './content-headers.ts'
import { contentTypeOf } from './content-types.ts'
import { type OpenPackage, OpenPackages, type PackageResolver } from './open-packages.ts'

export interface ContentServerOptions {
  resolve: PackageResolver
  files: FileStore
  secrets: Secrets
  clock: Clock
  /** The built player: two pages and a folder of assets. */
  playerFolder: string
  /** The origin at which a package is served; requests for it at any other host find nothing. */
  originOf(tenantId: TenantId, packageId: string): string
  /** Headers of every answer, whatever else it has. */
  everyAnswer?: Readonly<Record<string, string>>
  /** Hears of failures that are not the caller's. */
  onError?(error: unknown): void
  /** Archives kept open. */
  openPackages?: number
}

/**
 * Serves uploaded packages and the player on an origin of their own. It neither reads nor sets cookies, knows nothing
 * of sessions, and builds no path on disk from a name in a request: a name is looked up in the archive's list.
 */
export function createContentServer(options: ContentServerOptions): Server {
  const packages = new OpenPackages({
    resolve: options.resolve,
    files: options.files,
    ...(options.openPackages === undefined ? {} : { max: options.openPackages }),
  })
  const player = new PlayerFiles(options.playerFolder)
  const server = http.createServer((request, reply) => {
    for (const [name, value] of Object.entries(options.everyAnswer ?? {})) reply.setHeader(name, value)
    answer(request, reply).catch((error: unknown) => {
      // The other side went away in the middle: nobody is there to be told.
      if (isGone(error)) return
      options.onError?.(error)
      if (reply.headersSent) reply.destroy()
      else refuse(reply, 503)
    })
  })
  server.on('close', () => packages.close())
  // A package's page asks for dozens of files: keep the connection longer than it takes to read one.
  server.keepAliveTimeout = 30_000
  return server

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { method = '' } = request
    if (method === 'OPTIONS') return end(reply, 204, { ...plainHeaders, allow: 'GET, HEAD, OPTIONS' })
    if (method !== 'GET' && method !== 'HEAD') return refuse(reply, 405, { allow: 'GET, HEAD, OPTIONS' })
    // A service worker would outlive the course and stand before every other package of this origin.
    if (request.headers['service-worker'] !== undefined) return refuse(reply, 403)
    const [path = ''] = (request.url ?? '').split('?', 1)
    const [, area, segment, ...rest] = path.split('/')
    if (area === 'player' && segment === 'assets') return sendPlayerAsset(request, reply, rest.join('/'))
    if ((area !== 'c' && area !== 'player') || segment === undefined) return refuse(reply, 404)
    const capability = readCapability(options.secrets, segment, options.clock.now())
    if (capability === null || !isPlainOrigin(capability.appOrigin)) return refuse(reply, 404)
    const origin = options.originOf(capability.tenantId, capability.packageId)
    if (new URL(origin).host !== request.headers.host) return refuse(reply, 404)
    if (area === 'player') return sendPlayer(request, reply, capability, origin, rest.join('/'))
    const name = rest.join('/')
    const open = await packages.use(capability.tenantId, capability.packageId)
    if (open === null) return refuse(reply, 404)
    try {
      const file = open.find(plainPath(decodePath(name))) ?? open.find(plainPath(name))
      if (file === undefined) return refuse(reply, 404)
      await sendFile(request, reply, capability, open, file)
    } finally {
      open.release()
    }
  }

  async function sendPlayer(
    request: IncomingMessage,
    reply: ServerResponse,
    capability: Capability,
    origin: string,
    name: string,
  ): Promise<void> {
    const page = await player.page(name)
    if (page === null) return refuse(reply, 404)
    const body = Buffer.from(page.join(escapeHtml(capability.appOrigin)))
    const headers = { ...playerHeaders(origin, capability.appOrigin), 'content-type': 'text/html; charset=utf-8' }
    end(reply, 200, { ...headers, 'content-length': String(body.length) }, request.method === 'HEAD' ? undefined : body)
  }

  async function sendPlayerAsset(request: IncomingMessage, reply: ServerResponse, name: string): Promise<void> {
    const asset = await player.asset(name)
    if (asset === null) return refuse(reply, 404)
    // The build lays compressed copies beside them.
    const zipped = acceptsGzip(request) ? await player.asset(`${name}.gz`) : null
    const body = zipped ?? asset
    const headers = {
      ...playerAssetHeaders,
      'content-type': `${contentTypeOf(name) ?? 'application/octet-stream'}; charset=utf-8`,
      'content-length': String(body.length),
      vary: 'accept-encoding',
      ...(zipped ? { 'content-encoding': 'gzip' } : {}),
    }
    end(reply, 200, headers, request.method === 'HEAD' ? undefined : body)
  }

  async function sendFile(
    request: IncomingMessage,
    reply: ServerResponse,
    capability: Capability,
    open: OpenPackage,
    file: ArchivedFile,
  ): Promise<void> {
    const type = contentTypeOf(file.path)
    const headers: Record<string, string> = {
      ...(type === null ? inertHeaders(capability.appOrigin) : packageHeaders(capability.appOrigin)),
      'content-type': type ?? 'application/octet-stream',
    }
    const readable = file.method === 0 || file.blob !== undefined
    if (readable) headers['accept-ranges'] = 'bytes'
    const zipped = !readable && acceptsGzip(request)
    const etag = `"${file.crc.toString(16)}-${file.size.toString(16)}${zipped ? '-gz' : ''}"`
    headers.etag = etag
    if (!readable) headers.vary = 'accept-encoding'
    if (hasTag(request.headers['if-none-match'], etag)) return end(reply, 304, headers)

    const range = readable ? readRange(request, file.size, etag) : null
    if (range === 'unsatisfiable') return end(reply, 416, { ...headers, 'content-range': `bytes */${file.size}` })
    if (range !== null) {
      reply.writeHead(206, {
        ...headers,
        'content-length': String(range.end - range.start + 1),
        'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
      })
      if (request.method === 'HEAD') return void reply.end()
      return pipeline(await bodyOf(open, capability, file, range), reply)
    }
    if (zipped) {
      reply.writeHead(200, {
        ...headers,
        'content-encoding': 'gzip',
        'content-length': String(10 + file.packedSize + 8),
      })
      if (request.method === 'HEAD') return void reply.end()
      return sendZipped(reply, open.fd, file)
    }
    reply.writeHead(200, { ...headers, 'content-length': String(file.size) })
    if (request.method === 'HEAD') return void reply.end()
    return pipeline(await bodyOf(open, capability, file, null), reply)
  }

  async function bodyOf(
    open: OpenPackage,
    capability: Capability,
    file: ArchivedFile,
    range: { start: number; end: number } | null,
  ): Promise<Readable> {
    if (file.blob !== undefined) {
      return range === null
        ? options.files.open(capability.tenantId, file.blob)
        : options.files.open(capability.tenantId, file.blob, range)
    }
    if (file.method === 8) return streamUnpacked(open.fd, file)
    return range === null
      ? streamBytes(open.fd, file.offset, file.size)
      : streamBytes(open.fd, file.offset + range.start, range.end - range.start + 1)
  }
}

// ---- bodies ----------------------------------------------------------------------------------------------------

const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The archive's own deflated bytes between a gzip head and tail: nothing is unpacked or packed. */
async function sendZipped(reply: ServerResponse, fd: number, file: ArchivedFile): Promise<void> {
  const tail = Buffer.alloc(8)
  tail.writeUInt32LE(file.crc, 0)
  tail.writeUInt32LE(file.size >>> 0, 4)
  reply.write(gzipHead)
  await pipeline(streamBytes(fd, file.offset, file.packedSize), reply, { end: false })
  reply.end(tail)
}

function end(reply: ServerResponse, status: number, headers: Record<string, string>, body?: Buffer): void {
  reply.writeHead(status, headers)
  reply.end(body)
}

function refuse(reply: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  end(reply, status, { ...plainHeaders, ...headers, 'content-length': '0' })
}

function isGone(error: unknown): boolean {
  const { code } = error as { code?: string }
  return (
    code === 'ERR_STREAM_PREMATURE_CLOSE' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    code === 'ERR_STREAM_DESTROYED'
  )
}

// ---- what is asked for -----------------------------------------------------------------------------------------

function acceptsGzip(request: IncomingMessage): boolean {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return accepted.split(',').some((one) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(one))
}

/** One range; several, or a foreign unit, get the whole file. */
function readRange(
  request: IncomingMessage,
  size: number,
  etag: string,
): { start: number; end: number } | 'unsatisfiable' | null {
  const found = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '')
  if (!found || (found[1] === '' && found[2] === '')) return null
  const condition = request.headers['if-range']
  if (condition !== undefined && condition !== etag) return null
  if (found[1] === '') {
    const last = Math.min(Number(found[2]), size)
    return last === 0 ? 'unsatisfiable' : { start: size - last, end: size - 1 }
  }
  const start = Number(found[1])
  const end = found[2] === '' ? size - 1 : Math.min(Number(found[2]), size - 1)
  if (start >= size || start > end) return 'unsatisfiable'
  return { start, end }
}

// ---- the player ------------------------------------------------------------------------------------------------

/** Mark in the player's pages that becomes the application's origin. */
const appOriginMark = '__APP_ORIGIN__'

class PlayerFiles {
  readonly #folder: string
  #loaded: Promise<{ pages: Map<string, string[]>; assets: Map<string, Buffer> }> | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  async page(name: string): Promise<string[] | null> {
    return (await this.#load()).pages.get(name) ?? null
  }

  async asset(name: string): Promise<Buffer | null> {
    return (await this.#load()).assets.get(name) ?? null
  }

  #load() {
    this.#loaded ??= (async () => {
      const pages = new Map<string, string[]>()
      const assets = new Map<string, Buffer>()
      for (const name of await readdir(this.#folder)) {
        if (name.endsWith('.html')) pages.set(name, readFileSync(join(this.#folder, name), 'utf8').split(appOriginMark))
      }
      for (const name of await readdir(join(this.#folder, 'assets')))
        assets.set(name, await readFile(join(this.#folder, 'assets', name)))
      return { pages, assets }
    })()
    // A build that is not there yet is looked for again.
    this.#loaded.catch(() => {
      this.#loaded = undefined
    })
    return this.#loaded
  }
}
