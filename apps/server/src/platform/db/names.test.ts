import { expect, it } from 'vitest'
import { camelCase, snakeCase } from './names.ts'

it.each([
  ['tenant_id', 'tenantId'],
  ['id', 'id'],
  ['main_theme_2', 'mainTheme2'],
  ['sha256_of_file', 'sha256OfFile'],
  ['loc1', 'loc1'],
  ['a_b_c', 'aBC'],
])('%s is %s', (snake, camel) => {
  expect(camelCase(snake)).toBe(camel)
})

it.each(['tenantId', 'sha256OfFile', 'loc1'])('%s survives the round trip', (name) => {
  expect(camelCase(snakeCase(name))).toBe(name)
})

it('leaves foreign spellings alone', () => {
  expect(snakeCase('already_snake')).toBe('already_snake')
  expect(camelCase('?column?')).toBe('?column?')
})
