const works: (() => unknown)[] = []

/**
 * Does `work` when the tests of this file are over, the last one named first. For helpers that tests and hooks call: what
 * they give to Vitest's own `afterAll` is never done.
 */
export function atEndOfFile(work: () => unknown): void {
  works.push(work)
}

/** What each file that asks for it has one of. */
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
