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

/**
 * Takes the schemas out of the contract's operations, and writes `api.courses.list` where a page uses it as the bare
 * operation itself (id, method, path, access and idempotency), or `api.reports.manager` as a group of them. A page pays
 * for the operations that it names, and for zod only when it imports a schema. NOTE whatever reaches into the tree by a
 * computed name brings the whole tree into the first page.
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
  const find = (names: string[]): unknown =>
    names.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], api)
  return {
    name: 'learnt-operations',
    enforce: 'pre',
    load(id) {
      if (!id.split('?')[0]?.endsWith('/src/api/operations.ts')) return null
      return `export const api = ${JSON.stringify(bare(api))}`
    },
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('/operations.ts')) return null
      // a type is no place for an object, and goes away by itself
      return code.replace(/(?<![\w$.'"`]|typeof )api((?:\.\w+)+)/g, (text, tail: string) => {
        const names = tail.slice(1).split('.')
        const end = names.findIndex((_, at) => isOperation(find(names.slice(0, at + 1)))) + 1 || names.length
        const found = find(names.slice(0, end))
        const rest = names.slice(end).map((name) => `.${name}`)
        return typeof found === 'object' ? `(${JSON.stringify(bare(found))})${rest.join('')}` : text
      })
    },
  }
}

function isOperation(node: unknown): node is BareOperation {
  return typeof node === 'object' && node !== null && 'kind' in node && 'path' in node && 'access' in node
}

/** Parts of libraries that this application never uses and that come all the same: 15 kB of the first page (goals, S13). */
const unusedParts: Record<string, string> = {
  // the theme is computed (src/ui/theme), without CSS variables
  '@mui/material/styles/createThemeWithVars.mjs':
    'export const createGetCssVar = () => () => ""; export default () => { throw new Error("Left out of the build") }',
  '@mui/material/styles/ThemeProviderWithVars.mjs':
    'const out = () => { throw new Error("Left out of the build") }; export { out as CssVarsProvider, out as useColorScheme, out as getInitColorSchemeScript, out as Experimental_CssVarsProvider }; export default out',
  // the theme switches ripples off
  '@mui/material/ButtonBase/TouchRipple.mjs':
    'export const DELAY_RIPPLE = 80; export const TouchRippleRoot = "span"; export const TouchRippleRipple = "span"; export default () => null',
  // for emotion's withTheme alone
  'hoist-non-react-statics/dist/hoist-non-react-statics.cjs.js':
    'export default () => { throw new Error("Left out of the build") }',
  // a list of all attributes there are, for styled tags that are given what is none: ours are not (MUI's have rules of their own)
  '@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js':
    'export default (name) => name !== "theme" && name !== "ownerState" && name !== "sx"',
  // React has it by itself since version 18
  'use-sync-external-store/shim/index.js': 'export { useSyncExternalStore } from "react"',
  // whoever reads such a number looks it up
  '@mui/utils/formatMuiErrorMessage/formatMuiErrorMessage.mjs':
    'export default (code, ...args) => "MUI error " + code + ": " + args',
  // the router is given our own words for addresses (src/lists/address.ts)
  '@tanstack/router-core/dist/esm/searchParams.js':
    'export const defaultParseSearch = null, defaultStringifySearch = null; export const parseSearchWith = () => { throw new Error("Left out of the build") }; export { parseSearchWith as stringifySearchWith }',
}

/** The spinner inside of a busy button, drawn by style (create-theme.ts) instead of MUI's animated drawing. */
const buttonSpinner = `
import { jsx } from 'react/jsx-runtime'
export default ({ 'aria-labelledby': labelledBy }) => jsx('span', { className: 'button-spinner', role: 'progressbar', 'aria-labelledby': labelledBy })
`

function withoutUnusedParts(): Plugin {
  return {
    name: 'learnt-unused-parts',
    enforce: 'pre',
    resolveId(source, importer) {
      if (
        !source.includes('/CircularProgress/') ||
        !/\/@mui\/material\/(Icon)?Button\/(Icon)?Button\.mjs$/.test(importer ?? '')
      )
        return null
      return '\0button-spinner'
    },
    load(id) {
      if (id === '\0button-spinner') return buttonSpinner
      const part = id.split('?')[0]?.split('/node_modules/').at(-1)
      return (part && unusedParts[part]) || null
    },
  }
}

const firstPages = {
  guest: ['/src/main.tsx', '/src/guest/GuestApp.tsx', '/src/installation/start.ts'],
  application: ['/src/Application.tsx', '/src/features/learning/HomePage.tsx'],
}

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
    withoutUnusedParts(),
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
        codeSplitting: {
          groups: [{ name: groupFirstPages(), debugName: 'first-pages' }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
})
