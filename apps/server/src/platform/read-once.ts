const KEPT = 1000
const LONGEST = 4096

/**
 * Reads what is stored as JSON once for each text that there is, for a schema of many fields costs more than the statement
 * that brought them, and most people and tenants store the same. What it answers is shared, therefore frozen.
 */
export function readOnce<T>(read: (stored: unknown) => T): (stored: unknown) => T {
  const kept = new Map<string, T>()
  return (stored) => {
    const text = JSON.stringify(stored ?? null)
    const known = kept.get(text)
    if (known !== undefined) return known
    const found = frozen(read(stored))
    if (text.length > LONGEST) return found
    if (kept.size >= KEPT) {
      const [oldest] = kept.keys()
      if (oldest !== undefined) kept.delete(oldest)
    }
    kept.set(text, found)
    return found
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) frozen(part)
  return Object.freeze(value)
}
