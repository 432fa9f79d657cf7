// Licences of everything in a production installation: permissive ones only, except the ones listed below.
const { existsSync, readFileSync, readdirSync } = require('node:fs')
const { join } = require('node:path')
const { root } = require('./launch/say.cjs')

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // fonts: may be distributed with the software, not sold alone
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** By name; a * at the end stands for any platform. */
const exceptions = {
  '@img/sharp-libvips-*': {
    licence: 'LGPL-3.0-or-later',
    reason: 'libvips as a shared library of its own, which may be replaced; sharp itself is Apache-2.0',
  },
  '@img/sharp-win32-*': {
    licence: 'Apache-2.0 AND LGPL-3.0-or-later',
    reason: 'sharp with libvips beside it; Learnt does not run on Windows',
  },
  '@img/sharp-wasm32': {
    licence: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    reason: 'installed where there is no binary; the library is a file of its own',
  },
  duck: { licence: 'BSD', reason: 'the text of BSD-2-Clause; comes with mammoth' },
  '@digitalbazaar/credentials-context': {
    licence: 'SEE LICENSE IN LICENSE.md',
    reason: 'BSD-3-Clause; the contexts in it are under the W3C Software and Document License',
  },
  lightningcss: { licence: 'MPL-2.0', reason: 'unmodified, only while the web application is built' },
  'lightningcss-*': { licence: 'MPL-2.0', reason: 'unmodified, only while the web application is built' },
}

/** Packages whose package.json names no licence, with the place where it was found. */
const readElsewhere = {
  'combine-errors': 'MIT', // its Readme
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const findings = []
const used = new Set()
const counts = new Map()
let absent = 0

for (const [path, entry] of Object.entries(lock.packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.dev) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = licenceOf(name, path, entry)
  if (licence === undefined) {
    // For another platform, without a licence in the lock file: the variant for this platform is checked instead.
    absent++
    continue
  }
  counts.set(licence, (counts.get(licence) ?? 0) + 1)
  if (isPermissive(licence)) continue
  const key = Object.keys(exceptions).find((one) =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name,
  )
  if (key && exceptions[key].licence === licence) used.add(key)
  else findings.push(`${name}@${entry.version}: ${licence}`)
}

for (const finding of findings) console.log(finding)
const summary = [...counts].sort((a, b) => b[1] - a[1]).map(([licence, count]) => `${licence} ${count}`)
console.log(
  `${[...counts.values()].reduce((sum, count) => sum + count, 0)} packages: ${summary.join(', ')}; ${absent} of other platforms not looked at`,
)
console.log(`Exceptions used: ${[...used].join(', ') || 'none'}`)
process.exitCode = findings.length > 0 || counts.size === 0 ? 1 : 0

function licenceOf(name, path, entry) {
  const file = join(root, path, 'package.json')
  if (existsSync(file)) {
    const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
    const words =
      typeof license === 'string' ? license : (license?.type ?? licenses?.map((one) => one.type).join(' OR '))
    return words || readElsewhere[name] || fromFile(join(root, path)) || 'unknown'
  }
  return typeof entry.license === 'string' ? entry.license : undefined
}

/** The first words of a licence file identify it. */
function fromFile(folder) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.|$)/i.test(name))
  if (!file) return undefined
  const text = readFileSync(join(folder, file), 'utf8').slice(0, 600)
  if (/Permission is hereby granted, free of charge/.test(text) || /\bMIT License\b/i.test(text)) return 'MIT'
  if (/Apache License\s+Version 2\.0/.test(text)) return 'Apache-2.0'
  return undefined
}

/** "(MIT OR GPL-2.0)" is permissive, "MIT AND GPL-2.0" is not. */
function isPermissive(licence) {
  return licence
    .replace(/[()]/g, ' ')
    .split(/\sOR\s/i)
    .some((choice) => choice.split(/\sAND\s/i).every((one) => permissive.has(one.trim())))
}
