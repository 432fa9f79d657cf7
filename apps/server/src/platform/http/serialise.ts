import { createRequire } from 'node:module'
import type fastJsonStringify from 'fast-json-stringify'
import { z } from 'zod'

type Write = (answer: unknown) => string

/** One for each schema, however many operations and servers answer with it: compiling one takes milliseconds. */
const writers = new WeakMap<z.ZodType, Write>()

/**
 * From how many characters of JSON Schema on an answer is written by zod. A form is a union of all kinds of field in
 * many places: fast-json-stringify compiles its checks for seconds, in which the process answers nobody.
 */
const LARGE_SCHEMA = 60_000

/**
 * Makes the writer of an answer as JSON, which drops what the schema does not name and throws if no shape of a union
 * fits. Made with the first answer, because the library has a hundred modules that a start does without.
 */
export function answerWriter(schema: z.ZodType): Write {
  const known = writers.get(schema)
  if (known) return known
  const shape = serialiserSchema(schema)
  const write = JSON.stringify(shape).length > LARGE_SCHEMA ? writeByZod(schema) : compiler()(shape)
  writers.set(schema, write)
  return write
}

const writeByZod =
  (schema: z.ZodType): Write =>
  (answer) =>
    // A date is text only afterwards, and the schema describes the text.
    JSON.stringify(schema.parse(JSON.parse(JSON.stringify(answer))))

const compiler = () => createRequire(import.meta.url)('fast-json-stringify') as typeof fastJsonStringify

/**
 * A response schema as JSON Schema for fast-json-stringify (draft 7). Fields that the schema does not name are dropped.
 * `additionalProperties: false` must go: inside a union or a nullable object one extra field would make it throw.
 * Patterns and formats go too: the serialiser would check them in unions, which is the tests' work.
 */
function serialiserSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      delete jsonSchema.pattern
      delete jsonSchema.format
      delete jsonSchema.minimum
      delete jsonSchema.maximum
      delete jsonSchema.exclusiveMinimum
      delete jsonSchema.exclusiveMaximum
      delete jsonSchema.minLength
      delete jsonSchema.maxLength
      delete jsonSchema.minItems
      delete jsonSchema.maxItems
      delete jsonSchema.propertyNames
      if (jsonSchema.type === 'integer') jsonSchema.type = 'number'
      // A pair has just its two parts; without this the union's checker warns.
      if (Array.isArray(jsonSchema.items))
        Object.assign(jsonSchema, { minItems: jsonSchema.items.length, additionalItems: false })
    },
  }) as Record<string, unknown>
}
