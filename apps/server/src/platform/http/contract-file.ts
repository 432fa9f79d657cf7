import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import { listOperations } from '@learnt/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { productVersion } from '../version.ts'
import { hasTag } from './etag.ts'

interface ContractFile {
  readonly etag: string
  readonly br: Buffer
  readonly gzip: Buffer
}

const files = new Map<string, Promise<ContractFile>>()

/** Sends the contract, in the shortest form that the caller reads; what the caller has already is not sent again. */
export async function sendContract(request: FastifyRequest, reply: FastifyReply, url: string): Promise<unknown> {
  let making = files.get(url)
  if (making === undefined) {
    making = makeFile(url)
    files.set(url, making)
    making.catch(() => files.delete(url))
  }
  const file = await making
  const form = negotiate(request.headers['accept-encoding'] ?? 'identity', ['br', 'gzip'])
  // Each encoding has a tag of its own; a client with any of them has the contract.
  const etag = `"${file.etag}${form === null ? '' : `-${form}`}"`
  reply.header('etag', etag).header('vary', 'accept-encoding').header('cache-control', 'public, no-cache')
  const known = request.headers['if-none-match']
  if (['', '-br', '-gzip'].some((of) => hasTag(known, `"${file.etag}${of}"`))) return reply.code(304).send()
  reply.type('application/json; charset=utf-8')
  if (form !== 'br' && form !== 'gzip') return reply.send(await promisify(gunzip)(file.gzip))
  return reply.header('content-encoding', form).send(file[form])
}

/** Made once in a process, with the first request: it takes half a second, and anybody may ask for it. */
async function makeFile(url: string): Promise<ContractFile> {
  const { openApi } = await import('./openapi.ts')
  const text = Buffer.from(JSON.stringify(openApi(listOperations(), { version: productVersion, url })))
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    promisify(gzip)(text),
  ])
  return { etag: createHash('sha256').update(text).digest('base64url').slice(0, 22), br, gzip: zipped }
}
