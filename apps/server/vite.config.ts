import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { narrowLetters } from './narrow-letters.ts'

const folder = import.meta.dirname
const outDir = join(folder, 'dist')
const dayMs = 24 * 60 * 60 * 1000

/** Files beside a module (migrations, pages, programs of their own) are found from where its source lies. */
function placesOfSources(): Plugin {
  return {
    name: 'learnt-places',
    transform(code, id) {
      if (!id.endsWith('.ts') || id.includes('/node_modules/')) return null
      const place = JSON.stringify(relative(outDir, id))
      const directory = JSON.stringify(`/${relative(outDir, dirname(id))}`)
      return code
        .replaceAll(/\bimport\.meta\.url\b/g, `new URL(${place}, import.meta.url).href`)
        .replaceAll(/\bimport\.meta\.dirname\b/g, `(import.meta.dirname + ${directory})`)
    },
  }
}

function withNarrowLetters(): Plugin {
  return {
    name: 'learnt-narrow-letters',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = narrowLetters(file.code)
    },
  }
}

/** What a server that runs may still read stays for a day after it was replaced: names differ from build to build. */
function forgetEarlierBuilds(): Plugin {
  return {
    name: 'learnt-earlier-builds',
    buildStart() {
      const manifest = join(outDir, '.vite/manifest.json')
      const before: Record<string, { file: string }> = existsSync(manifest)
        ? JSON.parse(readFileSync(manifest, 'utf8'))
        : {}
      const now = new Date()
      for (const { file } of Object.values(before))
        if (existsSync(join(outDir, file))) utimesSync(join(outDir, file), now, now)
    },
    writeBundle() {
      for (const name of readdirSync(outDir)) {
        const file = join(outDir, name)
        if (name.endsWith('.js') && statSync(file).mtimeMs < Date.now() - dayMs) rmSync(file)
      }
    },
  }
}

/**
 * The server as `npm start` runs it: its own modules and three packages of many small ones (with what those bring) in a few
 * files, which are read faster (docs/decisions/0030-start.md). All other packages are read from where they are installed.
 */
export default defineConfig({
  root: folder,
  publicDir: false,
  plugins: [placesOfSources(), withNarrowLetters(), forgetEarlierBuilds()],
  ssr: {
    noExternal: ['@learnt/contract', 'kysely', 'zod', 'prom-client', '@opentelemetry/api', 'bintrees', 'tdigest'],
  },
  build: {
    ssr: 'src/main.ts',
    outDir,
    emptyOutDir: false,
    manifest: true,
    target: 'node24',
    minify: false,
    rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
})
