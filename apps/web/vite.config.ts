import { api } from '@learnt/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compileHints } from './tools/compile-hints.ts'
import { inlineScripts } from './tools/inline-scripts.ts'
import { precompress } from './tools/precompress.ts'
import { serviceWorker } from './tools/service-worker.ts'

interface BareOperation {
  kind: string
  id: string
  method: string
  path: string
  access: string
  idempotency?: string
}

/**
 * The contract's operations without their schemas (id, method, path, access and idempotency), in place of
 * src/api/operations.ts: a page has zod only when it imports a schema. Each part of the contract is a module of its own,
 * so that a page has those parts alone that it names. NOTE whatever reaches into `api` by a computed name has them all.
 */
function operationsWithoutSchemas(): Plugin {
  const prefix = '\0operations/'
  const bare = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (isOperation(node)) {
      const { kind, id, method, path, access, idempotency } = node
      return { kind, id, method, path, access, ...(idempotency ? { idempotency } : {}) }
    }
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, bare(child)]))
  }
  const codeOf = (id: string): string | null => {
    if (id.endsWith('/src/api/operations.ts')) return `export * as api from '${prefix}'`
    if (id === prefix) return lines(Object.keys(api), (part) => `export * as ${part} from '${prefix}${part}'`)
    if (!id.startsWith(prefix)) return null
    const part = Object.entries(api[id.slice(prefix.length) as keyof typeof api])
    // `delete` is a good name for an operation, and none for a variable
    return lines(part, ([name, one], at) => `const o${at} = ${JSON.stringify(bare(one))}; export { o${at} as ${name} }`)
  }
  return {
    name: 'learnt-operations',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(prefix) ? id : null),
    load(id) {
      const code = codeOf(id)
      return code === null ? null : { code, moduleSideEffects: false }
    },
  }
}

const lines = <T>(of: T[], write: (one: T, at: number) => string) => of.map(write).join('\n')

function isOperation(node: unknown): node is BareOperation {
  return typeof node === 'object' && node !== null && 'kind' in node && 'path' in node && 'access' in node
}

/**
 * What the first visits fetch, in a handful of files instead of sixty: what the entry brings along, what the pages for
 * guests and the application with its homepage share, and the rest of each; of the application first what needs no page
 * (`base`: router, queries, theme), which is made ready while the frame and the homepage are on their way (`app`). What
 * the installation, which guests have too, shares with the application alone is a file of its own: it would bring the
 * application to the sign-in page. All else the bundler splits by itself.
 */
const visits = {
  start: ['/src/main.tsx'],
  guest: ['/src/guest/GuestApp.tsx'],
  base: ['/src/Application.tsx'],
  app: ['/src/frame.ts', '/src/features/learning/HomePage.tsx'],
  installation: ['/src/installation/start.ts'],
}
const firstCatalogues = /\/src\/locales\/(\w+)\/(shell|navigation|problems)\.ts$/

/** What an index imports for others than the first pages: fields and switches, lists that grow, questions before a way out. */
const unusedImports =
  /\/@mui\/material\/styles\/enhanceHighContrast\.mjs$|\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useBlocker)\.js$/

interface ModuleBook {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

function nameVisits() {
  let closures: Record<keyof typeof visits, Set<string>> | null = null
  return (id: string, book: ModuleBook): string | null => {
    // what the entry needs before it lets all else in
    if (id.includes('vite/preload-helper') || id.startsWith('\0operations/')) return null
    const catalogue = firstCatalogues.exec(id)
    if (catalogue) return `words-${catalogue[1]}`
    closures ??= {
      start: closureOf(visits.start, book),
      guest: closureOf(visits.guest, book),
      base: closureOf(visits.base, book),
      app: closureOf(visits.app, book),
      installation: closureOf(visits.installation, book),
    }
    if (closures.start.has(id)) return 'start'
    if (!closures.base.has(id) && !closures.app.has(id)) return null
    if (closures.guest.has(id)) return 'shared'
    if (closures.installation.has(id)) return 'installed'
    return closures.base.has(id) ? 'base' : 'app'
  }
}

/** All that the entries import, without the entries themselves: those the page asks for by name. */
function closureOf(entries: string[], book: ModuleBook): Set<string> {
  const found = new Set<string>()
  const waiting = entries.map((entry) => import.meta.dirname + entry)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(book.getModuleInfo(id)?.importedIds ?? []).filter((other) => !unusedImports.test(other)))
  }
  for (const entry of entries) found.delete(import.meta.dirname + entry)
  return found
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    operationsWithoutSchemas(),
    inlineScripts(),
    compileHints({ always: ['start', 'base', 'app'] }),
    precompress(),
    serviceWorker({
      source: `${import.meta.dirname}/src/installation/service-worker.ts`,
      pages: [...visits.start, ...visits.base, ...visits.app],
    }),
  ],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 900,
    manifest: true,
    rolldownOptions: {
      // NOTE a schema that a page does not use must not bring zod with it
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: { groups: [{ name: nameVisits(), debugName: 'visits' }], includeDependenciesRecursively: false },
      },
    },
  },
})
