import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api, listOperations } from '@learnt/contract'
import { modulesWithSchemas, namedSchemas } from '@learnt/contract/shapes'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../../test/app.ts'
import { stranger } from '../../../test/given/people.ts'
import { openApi } from './openapi.ts'

type Read = Record<string, unknown>
interface Documented extends Read {
  operationId: string
  security: Record<string, []>[]
  responses: Record<string, Read>
  requestBody?: { content: Record<string, { schema: { $ref: string } }> }
}

const document = openApi(listOperations(), { version: '1.0.0', url: 'http://localhost:3000' })
const text = JSON.stringify(document)
const { schemas, responses } = document.components as Record<'schemas' | 'responses', Record<string, Read>>
const operations = new Map(
  Object.values(document.paths as Record<string, Record<string, Documented>>).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation]),
  ),
)
const securityOf = (id: string) => operations.get(id)?.security.flatMap((one) => Object.keys(one))

test('the contract is a valid OpenAPI 3.1 document with every operation', async () => {
  const result = await new Validator().validate(JSON.parse(text))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect([...operations.keys()].toSorted()).toEqual(
    listOperations()
      .map((operation) => operation.id)
      .toSorted(),
  )
})

test('components have the names of the contract, each is there and used, and each shape is written once', () => {
  const used = new Set([...text.matchAll(/"#\/components\/(?:schemas|responses)\/([^"]+)"/g)].map(([, name]) => name))
  expect([...used].toSorted()).toEqual([...new Set([...Object.keys(schemas), ...Object.keys(responses)])].toSorted())
  const names = new Set(namedSchemas().values())
  expect(names.size).toBe(namedSchemas().size)
  for (const name of Object.keys(schemas))
    expect(names.has(name) || names.has(name.replace(/(?<=.)Input$/, '')), name).toBe(true)
  expect(text).not.toMatch(/__schema|#\/\$defs/)
  expect(text.length).toBeLessThan(2_500_000)
  const course = operations.get('courses.get')?.responses['200']
  expect(JSON.stringify(course)).toMatch(/"#\/components\/schemas\/\w+"/)
})

test('every module of the contract that has schemas is named', async () => {
  const folder = join(import.meta.dirname, '../../../../../packages/contract/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const named = new Set(Object.values(modulesWithSchemas))
  const missing: string[] = []
  for (const file of files) {
    const all: object = await import(join(folder, file))
    const has = Object.values(all).some((one) => one instanceof z.ZodType)
    if (has && !named.has(all)) missing.push(file)
  }
  expect(missing).toEqual([])
})

test('operations say how a program proves itself, where they lead, and what goes wrong by status', () => {
  expect(securityOf('feeds.list')).toEqual(['session', 'accessToken'])
  expect(securityOf('scim.users')).toEqual(['scimToken'])
  expect(securityOf('accounts.changePassword')).not.toContain('accessToken')
  const { responses: moves } = operations.get('session.handOverTake') as Documented
  expect(moves['302']).toMatchObject({ headers: { Location: { required: true } } })
  expect(moves['200']).toBeUndefined()
  const create = operations.get('scim.createUser') as Documented
  expect(create.requestBody?.content['application/scim+json']?.schema.$ref).toBe('#/components/schemas/ScimUserWrite')
  expect(JSON.stringify(create.responses['201'])).toContain('"#/components/schemas/ScimUser"')
  expect(JSON.stringify(create.responses['409'])).toContain('"#/components/schemas/ScimErrorAnswer"')
  for (const { operationId, responses: answers } of operations.values()) {
    for (const status of ['429', '500', 'default']) expect(answers[status], operationId).toBeDefined()
    expect(Object.keys(answers).some((status) => status < '400') || operationId === 'scim.me', operationId).toBe(true)
  }
  expect(responses.Problem404?.description).toContain('not-found')
})

test('is sent compressed, and not again to a client that has it', async () => {
  const app = await testApp()
  const ask = (headers: Record<string, string> = {}) => app.send(stranger, 'GET', api.system.openapi.path, { headers })
  const plain = await ask()
  expect(plain.status).toBe(200)
  const [br, gzip] = [
    await ask({ 'accept-encoding': 'gzip, deflate, br' }),
    await ask({ 'accept-encoding': 'gzip;q=0.5' }),
  ]
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
  expect(br.body.length).toBeLessThan(200_000)
  expect(br.headers.vary).toContain('accept-encoding')
  for (const { headers } of [plain, br, gzip]) {
    const again = await ask({ 'accept-encoding': 'br', 'if-none-match': String(headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  }
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)
})
