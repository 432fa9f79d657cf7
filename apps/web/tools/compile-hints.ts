import type { Plugin } from 'vite'

/** Of a larger file (an editor, a reader of PDF) a page calls a small part. */
const largestBytes = 60_000

/**
 * Marks files of which nearly every function is called soon after they come: V8 then compiles all of them while the file
 * is fetched, beside the page's own thread, and not each one when it is first called (docs/decisions/0025-first-picture.md).
 * For other engines the mark is a comment. `always`: names of files that are marked whatever their size.
 */
export function compileHints({ always }: { always: readonly string[] }): Plugin {
  return {
    name: 'learnt-compile-hints',
    apply: 'build',
    generateBundle: {
      // NOTE the mark counts at the very beginning of a file alone: after whatever else is put there
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle))
          if (part.type === 'chunk' && (always.includes(part.name) || part.code.length < largestBytes))
            part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
      },
    },
  }
}
