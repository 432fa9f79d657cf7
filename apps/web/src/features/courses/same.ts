/** JSON with sorted keys: the database keeps objects in an order of its own. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

export function same(a: unknown, b: unknown): boolean {
  return a === b || stable(a) === stable(b)
}
