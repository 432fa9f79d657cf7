import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const wordsOf = (...names: string[]) => names.map((name) => `words/${name}.en.ts`)

/**
 * Compressed bytes of script that the first visits fetch (goals, S13), from the build's manifest: the entry, what each
 * named module brings with it, and the English catalogues. Fails above the limit.
 */
interface Visit {
  name: string
  limit: number
  modules: string[]
  /** Counts only what the page of that name has not fetched already. */
  beside?: string
}

const visits: Visit[] = [
  {
    name: 'sign-in',
    limit: 150_000,
    modules: ['index.html', 'src/guest/GuestApp.tsx', ...wordsOf('common', 'session')],
  },
  {
    name: 'home',
    limit: 240_000,
    modules: [
      'index.html',
      'src/start/Application.tsx',
      'src/features/learning/HomePage.tsx',
      ...wordsOf('common', 'shell', 'navigation', 'problems', 'learning'),
    ],
  },
  {
    // 60 kB, with the 12 that clean an author’s texts, which only forms with such texts fetch; 300 bytes update the
    // deadline when it changes while the form is open
    name: 'form',
    limit: 48_300,
    modules: ['src/features/forms/FormPage.tsx', ...wordsOf('formFields', 'myForms')],
    beside: 'home',
  },
]

interface Chunk {
  file: string
  imports?: string[]
}

const dist = join(import.meta.dirname, '..', 'dist')
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>
const verbose = process.argv.includes('--list')

const filesOf = (module: string, seen = new Set<string>()): Set<string> => {
  const chunk = Object.entries(manifest).find(([name]) => `/${name}`.endsWith(`/${module}`))?.[1]
  if (!chunk) throw new Error(`The build has no ${module}`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const other of chunk.imports ?? []) filesOf(other, seen)
  return seen
}

let failed = false
for (const visit of visits) {
  const files = new Set<string>()
  for (const module of visit.modules) filesOf(module, files)
  for (const module of visits.find(({ name }) => name === visit.beside)?.modules ?? [])
    for (const file of filesOf(module)) files.delete(file)
  const sizes = [...files]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length }))
  const total = sizes.reduce((sum, one) => sum + one.bytes, 0)
  const over = total > visit.limit
  failed ||= over
  console.log(
    `${visit.name}: ${(total / 1000).toFixed(1)} kB gz of script in ${sizes.length} files, limit ${visit.limit / 1000} kB${over ? '  TOO MUCH' : ''}`,
  )
  if (verbose)
    for (const one of sizes.sort((a, b) => b.bytes - a.bytes))
      console.log(`  ${(one.bytes / 1000).toFixed(1).padStart(6)}  ${one.file}`)
}
process.exit(failed ? 1 : 0)
