import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { api } from '@learnt/contract'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

const operations = '\0operations/'

/**
 * The contract's operations without their schemas (id, method, path, access and idempotency), in place of
 * src/api/operations.ts: a page has zod only when it imports a schema. Each part of the contract is a module of its own,
 * so that a page has those parts alone that it names. NOTE whatever reaches into `api` by a computed name has them all.
 */
function operationsWithoutSchemas(): Plugin {
  const bare = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node
    if (isOperation(node)) {
      const { kind, id, method, path, access, idempotency } = node
      return { kind, id, method, path, access, ...(idempotency ? { idempotency } : {}) }
    }
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, bare(child)]))
  }
  const codeOf = (id: string): string | null => {
    if (id.endsWith('/src/api/operations.ts')) return `export * as api from '${operations}'`
    if (id === operations) return lines(Object.keys(api), (part) => `export * as ${part} from '${operations}${part}'`)
    if (!id.startsWith(operations)) return null
    const part = Object.entries(api[id.slice(operations.length) as keyof typeof api])
    // `delete` is a good name for an operation, and none for a variable
    return lines(part, ([name, one], at) => `const o${at} = ${JSON.stringify(bare(one))}; export { o${at} as ${name} }`)
  }
  return {
    name: 'learnt-operations',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(operations) ? id : null),
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
 * Catalogues are files that are known by their names and one fingerprint of all words, in place of
 * src/words/load-catalogue.ts: a list of them, each with a fingerprint of its own, would be part of the first pages, and
 * grow with every feature.
 */
function catalogueFiles(): Plugin {
  const source = `${import.meta.dirname}/src`
  const paths = globSync('**/words/*.{en,de,ar}.ts', { cwd: source }).sort()
  const all = createHash('sha256')
  for (const path of paths) all.update(path).update(readFileSync(`${source}/${path}`))
  const mark = all.digest('base64url').slice(0, 8)
  return {
    name: 'learnt-catalogues',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const path of paths)
        this.emitFile({
          type: 'chunk',
          id: `${source}/${path}`,
          fileName: `assets/${basename(path, '.ts')}.${mark}.js`,
          preserveSignature: 'strict',
        })
    },
    load(id) {
      if (!id.endsWith('/src/words/load-catalogue.ts')) return null
      return `export const loadCatalogue = (namespace, language) => import(/* @vite-ignore */ \`./\${namespace}.\${language}.${mark}.js\`)`
    },
  }
}

const firstPages = {
  guest: ['/src/start/main.tsx', '/src/guest/GuestApp.tsx', '/src/installation/start.ts'],
  application: ['/src/start/Application.tsx', '/src/features/learning/HomePage.tsx'],
}

/** Exported beside MUI's themes. Nothing here uses it, and by its imports every text field would belong to the first pages. */
const unusedStyles = '/styles/enhanceHighContrast.mjs'

interface ModuleBook {
  getModuleInfo: (id: string) => { importedIds: string[] } | null
}

/**
 * What the first pages import, in two files instead of sixty: what guests' pages and the application share, and the rest
 * of the application with its homepage. All else the bundler splits by itself.
 */
function groupFirstPages() {
  let closures: { guest: Set<string>; application: Set<string> } | null = null
  return (id: string, book: ModuleBook): string | null => {
    // of these each page has its own
    if (id.startsWith(operations)) return null
    closures ??= {
      guest: closureOf(firstPages.guest, book),
      application: closureOf(firstPages.application, book),
    }
    if (!closures.application.has(id)) return null
    return closures.guest.has(id) ? 'shared' : 'app'
  }
}

/** All that the entries import, without the entries themselves: those the page asks for by name. */
function closureOf(entries: string[], book: ModuleBook): Set<string> {
  const found = new Set<string>()
  const waiting = entries.map((entry) => import.meta.dirname + entry)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    if (id.endsWith(unusedStyles)) continue
    waiting.push(...(book.getModuleInfo(id)?.importedIds ?? []))
  }
  for (const entry of entries) found.delete(import.meta.dirname + entry)
  return found
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    operationsWithoutSchemas(),
    catalogueFiles(),
    precompress(),
    serviceWorker({
      source: `${import.meta.dirname}/src/installation/service-worker.ts`,
      pages: firstPages.application,
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
        // The first pages list the files of all others: names without words keep that list small.
        chunkFileNames: 'assets/[hash:7].js',
        codeSplitting: {
          groups: [{ name: groupFirstPages(), debugName: 'first-pages' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
