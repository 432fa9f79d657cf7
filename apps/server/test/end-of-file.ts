const works: (() => unknown)[] = []

/**
 * Runs `work` after the tests of this file, the last registered first. For helpers that tests and hooks call: Vitest's
 * own `afterAll` ignores registrations made there.
 */
export function atEndOfFile(work: () => unknown): void {
  works.push(work)
}

/** What exists once for each file that asks for it. */
export function oncePerFile<T>(make: () => T): () => T {
  let made: { of: T } | undefined
  return () => {
    if (made === undefined) {
      made = { of: make() }
      atEndOfFile(() => {
        made = undefined
      })
    }
    return made.of
  }
}

export async function endFile(): Promise<void> {
  const errors: unknown[] = []
  for (let work = works.pop(); work !== undefined; work = works.pop()) {
    try {
      await work()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors.length === 1 ? errors[0] : new AggregateError(errors, 'At the end of the file')
}
