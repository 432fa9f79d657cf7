import type { Chance } from '../demo/chance.ts'

const nothing = String.fromCharCode(0)

/** Days and moments that do not exist in a calendar or the database, or only just do. */
export const oddDates: readonly string[] = [
  '0000-01-01',
  '0001-01-01',
  '1899-12-31',
  '1900-01-01',
  '2200-12-31',
  '2201-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
  '1900-01-01T00:00:00+23:59',
  '2200-12-31T23:59:59-23:59',
  '2026-11-20T09:00:00-23:59',
]

/** Values that no field should have; every field gets them sooner or later. */
const oddTexts: readonly string[] = [
  '',
  ' ',
  nothing,
  `Ada${nothing}Lovelace`,
  'half a pair \ud83d',
  '\udc00 the other half',
  '👩‍👩‍👧‍👦 אב ‮gnp.exe ﷽ Ω≈ç√',
  'ı İ ß ŉ ǰ',
  'x'.repeat(300),
  'ü'.repeat(70_000),
  "'; drop table memberships; --",
  '%_\\%',
  `$\{jndi:ldap://example.test}`,
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  '0000-00-00',
  '2026-02-30',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
  '2026-11-20T25:61:61Z',
  ...oddDates,
  '1e400',
  '-0',
  'NaN',
  'null',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF',
  '01234567-89ab-7def-8123-456789abcdeg',
  'eyJhIjoxfQ',
  'W10=',
  'WyIiLCIiXQ',
  '[object Object]',
]

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e15,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  [{}],
  { value: nothing },
  { toString: 1, valueOf: 2 },
  { length: 3 },
  nested(200),
]

/** Changes one value of the tree: replaces, removes or doubles it, or adds another one. */
export function mutate(value: unknown, chance: Chance): unknown {
  const places = placesOf(value)
  const place = chance.pick(places)
  const kind = chance.int(1, 10)
  if (kind <= 4) return replaceAt(value, place, () => chance.pick(oddTexts))
  if (kind <= 7) return replaceAt(value, place, () => chance.pick(oddValues))
  return replaceAt(value, place, (old) => change(old, chance))
}

/** A text for an address: path, query or header. */
export function oddText(chance: Chance): string {
  return chance.pick(oddTexts)
}

type Path = readonly (string | number)[]

function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [
    at,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesOf(inner, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function replaceAt(value: unknown, at: Path, make: (old: unknown) => unknown): unknown {
  const [key, ...rest] = at
  if (key === undefined) return make(value)
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? replaceAt(inner, rest, make) : inner))
  return { ...(value as object), [key]: replaceAt((value as Record<string, unknown>)[key], rest, make) }
}

function change(old: unknown, chance: Chance): unknown {
  if (Array.isArray(old))
    return chance.pick([[...old, ...old], [], Array.from({ length: 2500 }, () => old[0] ?? 'x'), old[0] ?? null])
  if (typeof old === 'object' && old !== null) {
    const keys = Object.keys(old)
    const gone = keys.length === 0 ? '' : chance.pick(keys)
    const { [gone]: _, ...without } = old as Record<string, unknown>
    return chance.pick([
      without,
      { ...old, tenantId: 'learnt', roles: ['superadmin'] },
      JSON.parse('{"__proto__":{"isAdmin":true}}'),
      Object.values(old),
    ])
  }
  if (typeof old === 'number') return chance.pick([-old, old * 1e12, old + 0.1, String(old)])
  if (typeof old === 'string')
    return chance.pick([
      old + nothing,
      old.toUpperCase(),
      `${old}\ud800`,
      old.slice(1),
      [old],
      `${old} ${old}`,
      Number(old) || 7,
    ])
  return String(old)
}

function nested(depth: number): unknown {
  let inner: unknown = []
  for (let level = 0; level < depth; level++) inner = [inner]
  return inner
}
