import type { Operation } from '@learnt/contract'
import type { Endpoint } from '@learnt/contract/endpoint'
import { problemCodes } from '@learnt/contract/problem'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The contract as an OpenAPI 3.1 document; `version` is the product's. */
export function openApi(operations: readonly Operation[], of: { version: string; url: string }): Json {
  const paths: Record<string, Json> = {}
  const shared: Record<string, Json> = {}
  const toSchema: ToSchema = (schema, io) => hoist(schema, io, shared)
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    ;(paths[path] as Json)[operation.method.toLowerCase()] =
      operation.kind === 'json' ? jsonOperation(operation, toSchema) : rawOperation(operation, toSchema)
  }
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
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-Http-learnt' },
        launch: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        ...shared,
        Problem: {
          type: 'object',
          required: ['type', 'title', 'status', 'code'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string', enum: [...problemCodes] },
            detail: { type: 'string' },
            instance: { type: 'string' },
            errors: {
              type: 'array',
              items: {
                type: 'object',
                required: ['path', 'message'],
                properties: { path: { type: 'string' }, message: { type: 'string' }, code: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  }
}

const problem = {
  description: 'A problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

type ToSchema = (schema: z.ZodType, io: 'input' | 'output') => Json

function jsonOperation(endpoint: Endpoint, toSchema: ToSchema): Json {
  return {
    ...common(endpoint),
    parameters: [
      ...pathParameters(endpoint, toSchema),
      ...queryParameters(endpoint, toSchema),
      ...keyParameter(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: endpoint.response
        ? { description: 'Done', content: { 'application/json': { schema: toSchema(endpoint.response, 'output') } } }
        : { description: 'Done' },
      default: problem,
    },
  }
}

function rawOperation(operation: Operation, toSchema: ToSchema): Json {
  const produces = operation.kind === 'raw' ? operation.produces : 'application/json'
  const protocol = operation.kind === 'raw' ? operation.protocol : ''
  return {
    ...common(operation),
    description: protocol,
    parameters: pathParameters(operation, toSchema),
    responses: { '2XX': { description: protocol, content: { [produces]: {} } }, default: problem },
  }
}

function common(operation: Operation): Json {
  const [tag = ''] = operation.id.split('.')
  const security =
    operation.access === 'public' || operation.access === 'guest'
      ? []
      : [{ [operation.access === 'attempt' ? 'launch' : 'session']: [] }]
  return { operationId: operation.id, summary: operation.summary, tags: [tag], security, 'x-access': operation.access }
}

function pathParameters(operation: Operation, toSchema: ToSchema): Json[] {
  const shape = operation.kind === 'json' && operation.params ? properties(toSchema(operation.params, 'input')) : {}
  return [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: shape[name] ?? { type: 'string' },
  }))
}

function queryParameters(endpoint: Endpoint, toSchema: ToSchema): Json[] {
  if (!endpoint.query) return []
  const schema = toSchema(endpoint.query, 'input')
  const required = new Set((schema.required as string[] | undefined) ?? [])
  return Object.entries(properties(schema)).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: one,
  }))
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

function properties(schema: Json): Record<string, Json> {
  return (schema.properties as Record<string, Json> | undefined) ?? {}
}

/** References point from the document's root, so what a schema shares within itself moves to the components. */
function hoist(schema: z.ZodType, io: 'input' | 'output', shared: Record<string, Json>): Json {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any', reused: 'inline' }) as Json
  const definitions = ($defs as Record<string, Json> | undefined) ?? {}
  let text = JSON.stringify({ rest, definitions })
  for (const name of Object.keys(definitions)) {
    const unique = `Shared${Object.keys(shared).length + 1}_${name.replace(/\W/g, '')}`
    text = text.replaceAll(`"#/$defs/${name}"`, `"#/components/schemas/${unique}"`)
    shared[unique] = {}
  }
  const names = Object.keys(shared).slice(-Object.keys(definitions).length || undefined)
  const moved = JSON.parse(text) as { rest: Json; definitions: Record<string, Json> }
  Object.values(moved.definitions).forEach((definition, i) => {
    const name = names[i]
    if (name) shared[name] = definition
  })
  return moved.rest
}
