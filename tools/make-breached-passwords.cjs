// Makes apps/server/src/platform/session/breached-passwords.br out of the list of an npm package:
//   npm pack @zxcvbn-ts/language-common && tar xzf zxcvbn-ts-language-common-*.tgz
//   node tools/make-breached-passwords.cjs package/src/passwords.json
// The list is in the order of how often a password was found; the package's licence stands beside the result.
const { readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { brotliCompressSync, brotliDecompressSync, constants } = require('node:zlib')
const { root } = require('./launch/say.cjs')

/** Every tenant's rule refuses shorter ones. */
const shortest = 6

const [source] = process.argv.slice(2)
if (!source) throw new Error('Name the file with the list of passwords (JSON)')
const target = join(root, 'apps', 'server', 'src', 'platform', 'session', 'breached-passwords.br')
const given = JSON.parse(readFileSync(source, 'utf8'))
const kept = new Set(
  given
    .map((password) => password.normalize('NFKC').toLowerCase())
    .filter((password) => [...password].length >= shortest && !/\s/.test(password)),
)
// Sorted, so that neighbours begin alike and compress well.
const text = [...kept].sort().join('\n')
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
})
if (brotliDecompressSync(packed).toString() !== text) throw new Error('What was packed does not come out again')
writeFileSync(target, packed)
console.log(`${given.length} passwords, ${kept.size} kept, ${packed.length} bytes`)
