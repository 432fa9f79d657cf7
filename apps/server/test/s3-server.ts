import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TestS3Server {
  url: string
  /** Keys without the bucket. */
  objects: Map<string, Buffer>
  /** When each was stored. */
  changedAt: Map<string, Date>
  requests: string[]
  /** How many of the next requests of each method get a 503. */
  failNext(count: number, method: 'HEAD' | 'GET' | 'PUT' | 'DELETE'): void
  close(): Promise<void>
}

/** Speaks the part of S3 that a file store needs (path style, signature 4); refuses unsigned requests. */
export async function startS3Server(bucket: string, accessKeyId: string): Promise<TestS3Server> {
  const objects = new Map<string, Buffer>()
  const changedAt = new Map<string, Date>()
  const requests: string[] = []
  let failures = 0
  let failing = ''

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3.invalid')
    requests.push(`${request.method} ${url.pathname}`)
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk as Buffer)
    const content = Buffer.concat(body)
    if (failures > 0 && request.method === failing) {
      failures--
      return fail(reply, 503, 'SlowDown')
    }
    const authorization = request.headers.authorization ?? ''
    if (!authorization.startsWith(`AWS4-HMAC-SHA256 Credential=${accessKeyId}/`))
      return fail(reply, 403, 'AccessDenied')
    const [, bucketName, ...rest] = url.pathname.split('/')
    if (bucketName !== bucket) return fail(reply, 404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    if (key === '')
      return request.method === 'HEAD'
        ? end(reply, 200)
        : list(reply, url.searchParams.get('prefix') ?? '', url.searchParams.get('start-after') ?? '')
    if (request.method === 'PUT') return put(request, reply, key, content)
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return end(reply, 204)
    }
    if (found === undefined) return fail(reply, 404, 'NoSuchKey')
    const etag = `"${createHash('md5').update(found).digest('hex')}"`
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? found.subarray(Number(range[1]), Number(range[2]) + 1) : found
    reply.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      etag,
      'content-type': 'application/octet-stream',
    })
    reply.end(request.method === 'HEAD' ? undefined : part)
  }

  function put(request: IncomingMessage, reply: ServerResponse, key: string, content: Buffer): void {
    // A store without support for chunked signatures would store them as part of the file.
    const isChunked = request.headers['content-encoding']?.includes('aws-chunked') === true
    if (isChunked || Number(request.headers['content-length']) !== content.length) {
      fail(reply, 400, isChunked ? 'InvalidRequest' : 'IncompleteBody')
      return
    }
    objects.set(key, content)
    changedAt.set(key, new Date())
    end(reply, 200, { etag: `"${createHash('md5').update(content).digest('hex')}"` })
  }

  function list(reply: ServerResponse, prefix: string, after: string): void {
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, 2)
    const contents = page
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size><LastModified>${changedAt.get(key)?.toISOString()}</LastModified></Contents>`,
      )
      .join('')
    const more = keys.length > page.length
    reply.writeHead(200, { 'content-type': 'application/xml' })
    reply.end(`<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}</ListBucketResult>`)
  }

  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    changedAt,
    requests,
    failNext(count, method) {
      failures = count
      failing = method
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

function end(reply: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  reply.writeHead(status, headers)
  reply.end()
}

function fail(reply: ServerResponse, status: number, code: string): void {
  reply.writeHead(status, { 'content-type': 'application/xml' })
  reply.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
}
