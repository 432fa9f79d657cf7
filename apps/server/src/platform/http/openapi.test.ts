import { listOperations } from '@learnt/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

test('the contract is a valid OpenAPI 3.1 document with every operation', async () => {
  const document = openApi(listOperations(), { version: '1.0.0', url: 'http://localhost:3000' })
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  const paths = document.paths as Record<string, Record<string, { operationId: string }>>
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId))
  expect(ids.toSorted()).toEqual(
    listOperations()
      .map((operation) => operation.id)
      .toSorted(),
  )
})
