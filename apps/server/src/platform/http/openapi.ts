import type { Operation } from '@learnt/contract'
import type { Endpoint, RawEndpoint } from '@learnt/contract/endpoint'
import { Problem, problemCodes } from '@learnt/contract/problem'
import type { z } from 'zod'
import { statusOf } from '../problem.ts'
import { type Json, Shapes } from './openapi-shapes.ts'

/** The contract as an OpenAPI 3.1 document; `version` is the product's. */
export function openApi(operations: readonly Operation[], of: { version: string; url: string }): Json {
  const shapes = new Shapes()
  const problem = shapes.add(Problem, 'output')
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    const here = paths[path] ?? {}
    paths[path] = here
    here[operation.method.toLowerCase()] =
      operation.kind === 'json' ? jsonOperation(operation, shapes) : rawOperation(operation, shapes)
  }
  const responses = Object.fromEntries([
    ...problemStatuses.map((status) => [`Problem${status}`, problemAnswer(status, problem)]),
    ['Problem', { description: 'A problem', content: { 'application/problem+json': { schema: problem } } }],
  ])
  const { document, schemas } = shapes.finish({ paths, responses })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Learnt',
      version: of.version,
      description:
        'All operations of this installation. Errors are RFC 9457 problems. Operations that change something honour the Idempotency-Key header where they name it.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: of.url }],
    paths: document.paths,
    components: { securitySchemes, responses: document.responses, schemas },
  }
}

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: '__Host-Http-learnt', description: 'The session of a browser.' },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lat_…',
    description: 'An access token of a person: see POST /api/auth.',
  },
  launch: { type: 'http', scheme: 'bearer', description: 'What the player of a package was given for one attempt.' },
  scimToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'lsc_…',
    description: 'A token that an administrator has made for an identity provider; it opens the people of one team.',
  },
  operator: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN; the own machine needs none.' },
}

function jsonOperation(endpoint: Endpoint, shapes: Shapes): Json {
  return {
    ...common(endpoint),
    parameters: [
      ...pathParameters(endpoint, shapes, endpoint.params),
      ...queryParameters(shapes, endpoint.query),
      ...keyParameter(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { 'application/json': { schema: shapes.add(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: endpoint.response
        ? { description: 'Done', content: { 'application/json': { schema: shapes.add(endpoint.response, 'output') } } }
        : { description: 'Done' },
      ...problems(endpoint),
    },
  }
}

function rawOperation(operation: RawEndpoint, shapes: Shapes): Json {
  const { protocol, produces, shapes: of = {}, answers = [200] } = operation
  const schema = of.response ? { schema: shapes.add(of.response, 'output') } : {}
  const error = of.error ? { content: { [produces]: { schema: shapes.add(of.error, 'output') } } } : null
  return {
    ...common(operation),
    description: protocol,
    parameters: [...pathParameters(operation, shapes, operation.params), ...queryParameters(shapes, of.query)],
    ...(of.body
      ? { requestBody: { required: true, content: { [produces]: { schema: shapes.add(of.body, 'input') } } } }
      : {}),
    responses: {
      ...Object.fromEntries(answers.map((status) => [status, rawAnswer(status, { [produces]: schema }, protocol)])),
      ...(error
        ? Object.fromEntries(
            [...errorStatusesOf(operation), 'default'].map((status) => [status, { description: 'An error', ...error }]),
          )
        : problems(operation)),
    },
  }
}

function rawAnswer(status: number, content: Json, protocol: string): Json {
  if (status === 204 || status === 304) return { description: status === 204 ? 'Done' : 'As it is known' }
  if (status >= 300)
    return {
      description: 'Go on there',
      headers: { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } },
    }
  return { description: protocol, content }
}

function common(operation: Operation): Json {
  const [tag = ''] = operation.id.split('.')
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tag],
    security: securityOf(operation),
    'x-access': operation.access,
  }
}

/** One of these proves the caller; an empty one: nobody needs to be. */
function securityOf(operation: Operation): Json[] {
  const { access, callers } = operation
  if (operation.kind === 'raw' && operation.bearer) {
    const bearer = { [operation.bearer]: [] }
    if (access !== 'public') return [{ session: [] }, bearer]
    return operation.bearer === 'scimToken' ? [bearer] : [{}, bearer]
  }
  if (access === 'public' || access === 'guest') return []
  if (access === 'attempt') return [{ launch: [] }]
  if (access === 'operator') return [{ operator: [] }, {}]
  return [{ session: [] }, ...(callers.includes('token') ? [{ accessToken: [] }] : [])]
}

/**
 * Statuses of the errors that an operation may answer, by what stands before its handler and by what a handler of its kind
 * says: nothing of that name, not now, not this.
 */
export function errorStatusesOf(operation: Operation): number[] {
  const { access, method, path, kind } = operation
  const changes = method !== 'GET' && method !== 'OPTIONS'
  const isNamed = path.includes(':')
  const found = new Set([403, 429, 500, 503])
  if (access !== 'public' && access !== 'guest') found.add(401)
  if (kind === 'json') {
    // Public ones too depend on the caller, and on what exists.
    found.add(401).add(404).add(409)
    if (isNamed || operation.query || operation.body) found.add(422)
    if (operation.body) found.add(400).add(408).add(413).add(415)
  } else {
    found.add(400).add(401).add(404).add(409).add(422)
    for (const status of rawErrors[operation.id] ?? []) found.add(status)
    if (operation.bearer === 'scimToken') found.add(412).add(501)
    if (changes || operation.shapes?.body) found.add(408).add(413).add(415)
  }
  if (changes) found.add(400).add(401).add(409).add(421).add(422)
  return [...found].sort((a, b) => a - b)
}

/** What protocols of their own say beside that. */
const rawErrors: Readonly<Record<string, readonly number[]>> = {
  'live.socket': [426],
  'files.download': [416],
  'uploads.create': [411, 412, 507],
  'uploads.append': [410, 411, 412, 507],
  'uploads.offset': [410, 412],
  'uploads.abandon': [410, 412],
}

/** Of an operation: the error statuses as components, and one for whatever else comes. */
function problems(operation: Operation): Json {
  const named = errorStatusesOf(operation).map((status) => [
    status,
    { $ref: `#/components/responses/${problemStatuses.includes(status) ? `Problem${status}` : 'Problem'}` },
  ])
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Problem' } }
}

const problemStatuses = [...new Set([...Object.values(statusOf), 421])].sort((a, b) => a - b)

function problemAnswer(status: number, problem: Json): Json {
  const codes = problemCodes.filter((code) => statusOf[code] === status)
  const named = codes.length > 0 ? codes : ['origin-refused']
  return {
    description: `A problem: ${named.map((code) => `\`${code}\``).join(', ')}`,
    content: { 'application/problem+json': { schema: problem } },
  }
}

function pathParameters(operation: Operation, shapes: Shapes, params?: z.ZodType): Json[] {
  const fields = shapes.fields(params, 'input')
  return [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: fields.find((field) => field.name === name)?.schema ?? { type: 'string' },
  }))
}

function queryParameters(shapes: Shapes, query?: z.ZodType): Json[] {
  return shapes.fields(query, 'input').map((field) => ({ ...field, in: 'query' }))
}

function keyParameter(endpoint: Endpoint): Json[] {
  const isPlain = endpoint.method !== 'GET' && endpoint.access !== 'public' && endpoint.access !== 'attempt'
  if (!isPlain || endpoint.answersSecret) return []
  return [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: endpoint.idempotency === 'required',
      schema: { type: 'string', maxLength: 200 },
    },
  ]
}
