import { z } from 'zod'

/**
 * A response schema as JSON Schema for fast-json-stringify (draft 7). Fields that the schema does not name are dropped.
 * `additionalProperties: false` must go: inside a union or a nullable object one extra field would make it throw.
 * Patterns and formats go too: the serialiser would check them in unions, which is the tests' work.
 */
export function serialiserSchema(schema: z.ZodType): Record<string, unknown> {
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
