// `npm run check`: every check to its end, a line each, the words of those that fail.
const { join, relative } = require('node:path')
const { existsSync, readdirSync } = require('node:fs')
const { run, tail } = require('./ready.cjs')
const { root, seconds } = require('./say.cjs')

const tool = (name) => join('tools', name)
const bin = (...parts) => join('node_modules', ...parts)

function checks() {
  const projects = ['packages/contract', 'apps/server', 'apps/web', 'e2e', 'bench'].flatMap((member) =>
    readdirSync(join(root, member))
      .filter((name) => /^tsconfig(\.[a-z]+)?\.json$/.test(name))
      .map((name) => join(member, name)),
  )
  return [
    ...projects.map((project) => ({ name: `types ${project}`, words: types(project) })),
    { name: 'format and lint', words: [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off'] },
    { name: 'directions of imports', words: [tool('check-imports.cjs')] },
    { name: 'file vocabulary', words: [tool('check-structure.cjs')] },
    { name: 'unused files and exports', words: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
    { name: 'migrations', words: [tool('check-migrations.cjs')] },
    { name: 'catalogues', words: [tool('check-catalogues.cjs')] },
    { name: 'security requirements', words: [tool('check-asvs.cjs')] },
    { name: 'licences', words: [tool('check-licences.cjs')] },
    { name: 'bytes of the first pages', words: [join('apps', 'web', 'tools', 'check-bytes.ts')] },
    { name: 'lock file', words: [tool('lockfill.cjs'), '--check'] },
  ]
}

function types(project) {
  const info = join('node_modules', '.tsc', `${project.replaceAll(/[/\\]/g, '-')}.info`)
  return [bin('typescript', 'bin', 'tsc'), '-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', info]
}

/** `args` choose checks by a part of their name. */
async function check(at, args) {
  const chosen = checks().filter(({ name }) => args.length === 0 || args.some((part) => name.includes(part)))
  let failed = 0
  for (const { name, words } of chosen) {
    const from = Date.now()
    const result = existsSync(join(root, words[0]))
      ? await run([at.node], words, { cwd: root, env: at.env })
      : { code: 1, text: `${relative(root, words[0])} is missing` }
    const ok = result.code === 0
    if (!ok) failed++
    console.log(`  ${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds(Date.now() - from)})`)
    if (!ok) console.log(tail(result.text, 200))
  }
  console.log(`${chosen.length - failed} checks passed, ${failed} failed`)
  return failed === 0 && chosen.length > 0 ? 0 : 1
}

module.exports = { check }
