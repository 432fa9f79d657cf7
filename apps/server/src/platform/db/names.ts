// snake_case in SQL, camelCase in TypeScript. The schema generator refuses a name that does not survive the round trip.

const toCamel = new Map<string, string>()
const toSnake = new Map<string, string>()

export function camelCase(name: string): string {
  return remembered(toCamel, name, () =>
    name.replace(/(?<=[^_])_+([^_])/g, (_, letter: string) => letter.toUpperCase()),
  )
}

export function snakeCase(name: string): string {
  return remembered(toSnake, name, () => name.replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter}`).toLowerCase())
}

// Names come from source code, but an alias can be computed: the memory is bounded.
const LIMIT = 10_000

function remembered(memory: Map<string, string>, name: string, compute: () => string): string {
  let mapped = memory.get(name)
  if (mapped === undefined) {
    mapped = compute()
    if (memory.size >= LIMIT) memory.clear()
    memory.set(name, mapped)
  }
  return mapped
}
