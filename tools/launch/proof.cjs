// `npm run proof` runs in full what `npm test` samples. It takes hours; run it before a release.
const { join } = require('node:path')
const { root, say, seconds } = require('./say.cjs')
const { launch } = require('./serve.cjs')

const vitest = join('node_modules', 'vitest', 'vitest.mjs')
const parts = [
  { name: 'server', words: [vitest, 'run', '--config', join('apps', 'server', 'vitest.proof.config.ts')] },
  { name: 'browser', words: [vitest, 'run', '--config', join('e2e', 'vitest.proof.config.ts')] },
  { name: 'axe', words: [join('e2e', 'axe.ts')] },
  { name: 'attack', words: [join('e2e', 'attack.ts')] },
  { name: 'kill', words: [join('e2e', 'torture.ts'), 'kill', '--browser', '2'] },
  { name: 'faults', words: [join('e2e', 'torture.ts'), 'faults'] },
  { name: 'reports', words: [join('e2e', 'torture.ts'), 'reports'] },
  { name: 'forms', words: [join('e2e', 'torture.ts'), 'forms'] },
  { name: 'points', words: [join('e2e', 'torture.ts'), 'points', '--operations', '1000000', '--kills', '40'] },
  { name: 'events', words: [join('e2e', 'torture.ts'), 'events'] },
  { name: 'restart', words: [join('e2e', 'torture.ts'), 'restart'] },
]

/** Runs every part to its end, even if others fail. `args` choose some by name. */
async function proof(at, args) {
  const chosen = parts.filter(({ name }) => args.length === 0 || args.includes(name))
  const results = []
  for (const { name, words } of chosen) {
    say.line(`\n  Proof: ${name}`)
    const from = Date.now()
    const env = { ...at.env, TZ: 'UTC' }
    const code = await launch([at.node, ...words], { cwd: root, env, stdio: 'inherit' }).ended
    if (code >= 128) return code
    results.push({ name, ok: code === 0, took: seconds(Date.now() - from) })
  }
  const failed = results.filter(({ ok }) => !ok).length
  for (const { name, ok, took } of results) say.line(`  ${ok ? 'ok    ' : 'FAILED'}  ${name} (${took})`)
  say.line(`${results.length - failed} parts passed, ${failed} failed`)
  return failed === 0 && results.length > 0 ? 0 : 1
}

module.exports = { proof }
