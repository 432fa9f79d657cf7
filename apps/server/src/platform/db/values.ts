import pg from 'pg'

/** A value for a json or jsonb parameter. Needed because a bare array means a PostgreSQL array. */
export class JsonParameter {
  readonly text: string
  constructor(value: unknown) {
    const text = JSON.stringify(value)
    if (text === undefined) throw new TypeError('This value has no JSON form')
    this.text = text
  }
}

/** What the wire carries: text, or bytes for bytea. */
export type WireValue = string | Buffer | null

/**
 * Dates as ISO, arrays as PostgreSQL arrays, plain objects as JSON, undefined as null. Throws on what has no faithful
 * form (an invalid date, a function, a cycle) instead of sending something that resembles it.
 */
export function toWire(value: unknown): WireValue {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'undefined':
      return null
    case 'object':
      break
    default:
      throw new TypeError(`A ${typeof value} cannot be sent to the database`)
  }
  if (value === null) return null
  if (value instanceof Date) return value.toISOString() // throws RangeError on an invalid date
  if (value instanceof JsonParameter) return value.text
  if (Buffer.isBuffer(value)) return value
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayLiteral(value)
  const text = JSON.stringify(value)
  if (text === undefined) throw new TypeError('This value has no JSON form')
  return text
}

function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(arrayElement).join(',')}}`
}

function arrayElement(value: unknown): string {
  if (Array.isArray(value)) return arrayLiteral(value)
  const wire = toWire(value)
  if (wire === null) return 'NULL'
  if (Buffer.isBuffer(wire)) return `"\\\\x${wire.toString('hex')}"`
  return `"${wire.replace(/["\\]/g, '\\$&')}"`
}

export type Parser = (text: string) => unknown

// A bigint that does not fit a number stays a bigint: rounding an id or a sum in silence would be worse.
const parseInt8: Parser = (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
const asText: Parser = (text) => text
// its types list only the built-in types, its code takes any
const parserFromDriver = pg.types.getTypeParser as unknown as (oid: number) => Parser
const textArray = parserFromDriver(1009) as (text: string) => (string | null)[]
const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    nested(textArray(text), parse)
const nested = (values: readonly unknown[], parse: Parser): unknown[] =>
  values.map((value) => (Array.isArray(value) ? nested(value, parse) : value === null ? null : parse(value as string)))

// Where node-postgres' own reading would surprise: dates become Dates at local midnight, int8 and numeric strings.
const parsers = new Map<number, Parser>([
  [20, parseInt8],
  [1016, arrayOf(parseInt8)],
  [1700, Number],
  [1231, arrayOf(Number)],
  [1082, asText], // date: YYYY-MM-DD
  [1182, arrayOf(asText)],
  [1114, asText], // timestamp without time zone: has no instant, so no Date
  [1115, arrayOf(asText)],
  [1186, asText], // interval
  [1187, arrayOf(asText)],
  [1003, arrayOf(asText)], // name[]
])

export function parserOf(typeOid: number): Parser {
  let parser = parsers.get(typeOid)
  if (parser === undefined) {
    parser = parserFromDriver(typeOid)
    parsers.set(typeOid, parser)
  }
  return parser
}
