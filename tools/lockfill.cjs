// Completes package-lock.json after `npm install`, so that `npm ci` accepts it everywhere:
// - A registry that lacks the packages of other platforms (biome, swc, oxc, squawk name dozens) makes `npm install`
//   leave them out, and `npm ci` then ends with "Missing: ... from lock file". A stub entry with version, os and cpu
//   is all it wants; on the platform itself npm fetches the package by it.
// - `resolved` would tie the lock to the registry that its author used.
// Usage: node tools/lockfill.cjs [--check]
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')

const file = join(__dirname, '..', 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages
const check = process.argv.includes('--check')

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

let added = 0
for (const [path, entry] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (find(path, name)) continue
    const version = /\d+\.\d+\.\d+\S*/.exec(range)?.[0]
    if (!version) throw new Error(`${path} wants ${name}@${range}: no version to write`)
    const { cpu, libc, os } = platformOf(name)
    // In npm's order, so that a later `npm install` changes nothing.
    packages[`node_modules/${name}`] = {
      version,
      ...(cpu ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os } : {}),
    }
    added++
  }
}

let freed = 0
for (const entry of Object.values(packages)) {
  if (typeof entry.resolved === 'string' && /^https?:/.test(entry.resolved)) {
    delete entry.resolved
    freed++
  }
}

if (check) {
  if (added + freed > 0) {
    console.error(
      `package-lock.json lacks ${added} platform entries and names ${freed} hosts: run node tools/lockfill.cjs`,
    )
    process.exitCode = 1
  }
} else if (added + freed > 0) {
  const sorted = Object.keys(packages).sort((a, b) => (a < b ? -1 : 1))
  lock.packages = Object.fromEntries(sorted.map((path) => [path, packages[path]]))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: ${added} platform entries added, ${freed} hosts removed`)
} else {
  console.log('package-lock.json is complete')
}

/** As Node resolves: first in the package's own node_modules, then in those above. */
function find(path, name) {
  for (let folder = path; ; ) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return undefined
    const above = folder.lastIndexOf('/node_modules/')
    folder = above === -1 ? '' : folder.slice(0, above)
  }
}

function platformOf(name) {
  const words = name.split('/').pop().split(/[-_.]/)
  const os = systems.filter((one) => words.includes(one))
  const cpu = processors.filter((one) => words.includes(one))
  if (os.length === 0 && cpu.length === 0) throw new Error(`${name}: neither system nor processor is in its name`)
  const isLibc = (start) => os.includes('linux') && words.some((word) => word.startsWith(start)) // also gnueabihf
  const libc = isLibc('musl') ? ['musl'] : isLibc('gnu') ? ['glibc'] : undefined
  return { cpu: cpu.length > 0 ? cpu : undefined, libc, os: os.length > 0 ? os : undefined }
}
