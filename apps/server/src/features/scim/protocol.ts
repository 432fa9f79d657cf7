import { scimLimits } from '@learnt/contract/scim'
import type { ProtocolErrors } from '../../platform/http/addresses.ts'
import { readJson } from '../../platform/http/read-json.ts'
import type { PublicCall } from '../../platform/http/route.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Translate } from '../../platform/translate.ts'
import { isKey } from '../../platform/translate.ts'

export const messages = {
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  bulkAnswer: 'urn:ietf:params:scim:api:messages:2.0:BulkResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** Kinds of errors of RFC 7644, 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A refusal in the words of the protocol. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | undefined

  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail)
    this.name = 'ScimError'
    this.status = status
    this.scimType = scimType
  }
}

export function wrong(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, detail, scimType)
}

/** What the rest of the server refuses, as the protocol says it. */
export function asScimError(error: unknown, t: Translate): ScimError {
  if (error instanceof ScimError) return error
  if (!(error instanceof ProblemError)) throw error
  const say = (text: string) => (isKey(text) ? t(text) : text)
  const [first] = error.errors ?? []
  if (first) {
    const field = first.path.replace(/^body\.?/, '')
    const detail = `${field === '' ? '' : `${field}: `}${say(first.message)}`
    if (first.code === 'emailTaken' || first.code === 'usernameTaken') return new ScimError(409, detail, 'uniqueness')
    if (error.status === 422) return wrong('invalidValue', detail)
    return new ScimError(error.status, detail)
  }
  const status = error.status === 422 ? 400 : error.status
  return new ScimError(
    status,
    say(error.detail ?? `problem.${error.code}`),
    status === 400 ? 'invalidSyntax' : undefined,
  )
}

/** What never comes to a route of ours, such as an unknown address, is refused in the same words. */
export const scimErrors: ProtocolErrors = {
  under: '/scim',
  type: 'application/scim+json',
  present(error, t) {
    const known = asScimError(error, t)
    return { status: known.status, body: errorBody(known) }
  },
}

export function errorBody({ status, scimType, message }: ScimError): object {
  return {
    schemas: [messages.error],
    status: String(status),
    ...(scimType ? { scimType } : {}),
    detail: message,
  }
}

/** An answer: `body` undefined has none. */
export interface Answer {
  readonly status: number
  readonly body?: object
  readonly version?: string
  readonly location?: string
}

export function send({ reply }: PublicCall, answer: Answer): unknown {
  reply.code(answer.status).header('cache-control', 'no-store')
  if (answer.version !== undefined) reply.header('etag', answer.version)
  if (answer.location !== undefined) reply.header('location', answer.location)
  if (answer.body === undefined) return reply.send()
  return reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(answer.body))
}

const bodyMs = 20_000

/** The object in a body. What is too long is refused by its header, and while it arrives. */
export async function readBody({ request }: PublicCall): Promise<Record<string, unknown>> {
  const { raw } = request
  const tooLarge = () => new ScimError(413, `A body may have at most ${scimLimits.bodyBytes} bytes.`)
  if (Number(request.headers['content-length'] ?? 0) > scimLimits.bodyBytes) throw tooLarge()
  const kind = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (kind !== '' && kind !== 'application/scim+json' && kind !== 'application/json')
    throw new ScimError(415, 'Bodies are application/scim+json.')
  const chunks: Buffer[] = []
  let size = 0
  const timer = setTimeout(() => raw.destroy(new ProblemError('too-slow')), bodyMs)
  try {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > scimLimits.bodyBytes) throw tooLarge()
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(timer)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const value = readJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  if (!isObject(value)) throw wrong('invalidSyntax', 'The body has to be a JSON object.')
  if (!text.isWellFormed() || text.includes('\\u0000') || text.includes('\0'))
    throw wrong('invalidValue', 'Texts may not contain the character U+0000.')
  if (/\\ud[89a-f]/i.test(text) && hasHalves(value))
    throw wrong('invalidValue', 'Texts may not contain half a character.')
  return value
}

/** Whether some text or name has one half of a surrogate pair, which the database does not keep. */
function hasHalves(value: object): boolean {
  let found = false
  JSON.stringify(value, (name, one: unknown) => {
    found ||= !name.isWellFormed() || (typeof one === 'string' && !one.isWellFormed())
    return one
  })
  return found
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
