import { execFile } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Frame, Page } from 'playwright-core'
import { itemToOpen, judgeAttempt, judgeSco } from '../../apps/server/src/features/attempts/judge.ts'
import { inspectPackage } from '../../apps/server/src/features/packages/inspect-package.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { packIndex } from '../../apps/server/src/platform/content/archive-files.ts'
import { makeCapability } from '../../apps/server/src/platform/content/capability.ts'
import { createContentServer } from '../../apps/server/src/platform/content/content-server.ts'
import { readSettings } from '../../apps/server/src/platform/env.ts'
import { createDiskStore } from '../../apps/server/src/platform/files/disk-store.ts'
import { pagePolicy } from '../../apps/server/src/platform/http/policies.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets.ts'
import { mintTenantId } from '../../apps/server/src/platform/tenant-id.ts'
import { launchableItems } from '../../packages/contract/src/package-tree.ts'
import type { PackageItem, PackageKind } from '../../packages/contract/src/packages.ts'
import {
  type RuntimeCall,
  RuntimeCommit,
  type RuntimeReply,
  type RuntimeState,
  type ScoStatus,
} from '../../packages/contract/src/runtime.ts'
import { applyDelta } from '../../packages/contract/src/runtime-delta.ts'
import { freePort } from '../learnt.ts'
import { hostileFiles } from './hostile-package.ts'

const root = join(import.meta.dirname, '..', '..')
const tenantId = mintTenantId('learnt')

interface StoredSco {
  epoch: number
  seq: number
  cmi: Record<string, string>
  status: ScoStatus
  score: number | null
  progressMeasure: number | null
  isSuspended: boolean
}

/** One attempt in the stand-in for the server. */
export interface Attempt {
  packageId: string
  epoch: number
  ackedEpoch: number
  current: string | null
  suspended: boolean
  scos: Map<string, StoredSco>
  commits: RuntimeCommit[]
  calls: Map<string, RuntimeCall>
}

export interface Harness {
  appOrigin: string
  contentOrigin: string
  attempts: Map<string, Attempt>
  /** Requests that reached the application, with their cookies: a hostile package must cause none. */
  seen: Array<{ method: string; url: string; origin: string; cookie: string; site: string }>
  addPackage(path: string): Promise<string>
  /** Refuses tokens given out so far. */
  expireTokens(): void
  /** The run-time API stops answering: connections are refused. */
  stopApp(): Promise<void>
  startApp(): Promise<void>
  close(): Promise<void>
}

/**
 * The real content server and player with a stand-in for the application, whose run-time API keeps attempts in memory.
 */
export async function startHarness(): Promise<Harness> {
  const folder = await mkdtemp(join(tmpdir(), 'learnt-player-'))
  const hostScript = await buildPages(folder)
  const [appPort, contentPort] = [await freePort(), await freePort()]
  const appOrigin = `http://localhost:${appPort}`
  const contentOrigin = `http://127.0.0.1:${contentPort}`
  const settings = readSettings({
    PORT: String(appPort),
    CONTENT_PORT: String(contentPort),
    DATA_DIR: folder,
    LEARNT_DEMO: 'off',
  })
  const files = createDiskStore(join(folder, 'files'))
  const packages = new Map<
    string,
    {
      kind: PackageKind
      edition: '1.2'
      title: string
      organization: RuntimeState['package']['organization']
      sha256: string
      files: ReturnType<typeof packIndex>
    }
  >()
  const attempts = new Map<string, Attempt>()
  const seen: Harness['seen'] = []
  const expired = new Set<string>()
  const tokens = new Set<string>()

  const content = createContentServer({
    resolve: async (_, id) => packages.get(id) ?? null,
    files,
    secrets,
    clock: systemClock,
    playerFolder: join(root, 'apps/web/dist/player'),
    originOf: () => contentOrigin,
  })
  await new Promise<void>((resolve) => content.listen(contentPort, '127.0.0.1', resolve))

  function launch(query: URLSearchParams) {
    const packageId = query.get('package') ?? ''
    const attemptId = query.get('attempt') ?? 'attempt'
    const pack = packages.get(packageId)
    if (!pack) throw new Error('No such package')
    const attempt = attempts.get(attemptId) ?? {
      packageId,
      epoch: 0,
      ackedEpoch: 0,
      current: null,
      suspended: false,
      scos: new Map(),
      commits: [],
      calls: new Map(),
    }
    attempt.epoch++
    attempts.set(attemptId, attempt)
    const mode = query.get('mode') ?? 'normal'
    const capability = makeCapability(secrets, { tenantId, packageId, attemptId, appOrigin }, new Date())
    const token = `${attemptId}.${attempt.epoch}.${mode}`
    tokens.add(token)
    return {
      attemptId,
      epoch: attempt.epoch,
      token,
      playerUrl: `${contentOrigin}/player/${capability}/${pack.kind}.html`,
      contentOrigin,
      mode,
    }
  }

  function state(attemptId: string, epoch: number, mode: RuntimeState['mode']): RuntimeState {
    const attempt = attempts.get(attemptId) as Attempt
    const pack = packages.get(attempt.packageId)
    if (!pack) throw new Error('No such package')
    const capability = makeCapability(
      secrets,
      { tenantId, packageId: attempt.packageId, attemptId, appOrigin },
      new Date(),
    )
    const { items } = pack.organization
    return {
      attemptId,
      epoch,
      mode,
      package: { kind: pack.kind, edition: pack.edition, title: pack.title, organization: pack.organization },
      contentBase: `/c/${capability}/`,
      learner: { id: 'learner-1', name: 'Doe, Jane' },
      current: attempt.current,
      open: itemToOpen(items, attempt.current, attempt.suspended, (id) => attempt.scos.get(id)?.status),
      scos: [...attempt.scos].map(([id, sco]) => ({ ...summary(id, sco), cmi: sco.cmi, opened: true })),
      attempt: standing(items, attempt),
      journalKey: `key of ${attemptId}`,
      savedAt: null,
    }
  }

  function commit(attemptId: string, body: RuntimeCommit): RuntimeReply {
    const attempt = attempts.get(attemptId) as Attempt
    const pack = packages.get(attempt.packageId)
    if (!pack) throw new Error('No such package')
    const { items } = pack.organization
    const before = attempt.scos.get(body.sco)
    for (const call of body.calls) attempt.calls.set(`${body.epoch}.${call.n}`, call)
    const reply = (outcome: RuntimeReply['outcome']): RuntimeReply => {
      const sco = attempt.scos.get(body.sco)
      return {
        outcome,
        savedAt: new Date().toISOString(),
        ackedSeq: sco?.seq ?? 0,
        sco: sco ? summary(body.sco, sco) : null,
        attempt: standing(items, attempt),
      }
    }
    if (body.epoch < attempt.ackedEpoch) return reply('stale')
    if (before && before.epoch === body.epoch && before.seq >= body.seq) return reply('duplicate')
    const item = launchableItems(items).find((one) => one.id === body.sco)
    if (!item) throw new Error(`No item ${body.sco}`)
    attempt.commits.push(body)
    const cmi = body.snapshot ?? (body.delta && applyDelta(before?.cmi ?? {}, body.delta))
    if (!cmi) throw new Error('A delta on another text')
    attempt.ackedEpoch = body.epoch
    attempt.current = body.sco
    attempt.suspended = body.left === 'suspendAll'
    const judged = judgeSco(pack.kind, item, cmi, { initialized: body.initialized, ended: body.end })
    attempt.scos.set(body.sco, { epoch: body.epoch, seq: body.seq, cmi, ...judged })
    return reply('stored')
  }

  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', appOrigin)
    const { headers } = request
    seen.push({
      method: request.method ?? '',
      url: url.pathname + url.search,
      origin: headers.origin ?? '',
      cookie: headers.cookie ?? '',
      site: String(headers['sec-fetch-site'] ?? ''),
    })
    if (url.pathname === '/') {
      const nonce = 'of-this-page'
      const policy = pagePolicy(settings, nonce)
      const cookies = ['session=secret; Path=/; SameSite=Strict; HttpOnly', 'plain=readable; Path=/; SameSite=Lax']
      reply.writeHead(200, { ...policy, 'content-type': 'text/html', 'set-cookie': cookies })
      reply.end(
        `<!doctype html><html lang="en"><title>Course</title><style nonce="${nonce}">html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style><iframe title="Package"></iframe><script type="module" src="/host.js"></script>`,
      )
      return
    }
    if (url.pathname === '/host.js') return send(reply, 200, hostScript, 'text/javascript')
    const control = /^\/control\/([\w.-]+)$/.exec(url.pathname)?.[1]
    if (control !== undefined)
      return send(reply, 200, hostileFiles()[control] ?? '', control.endsWith('.js') ? 'text/javascript' : 'text/html')
    if (url.pathname === '/launch') return send(reply, 200, JSON.stringify(launch(url.searchParams)))
    if (!url.pathname.startsWith('/api/runtime/')) return send(reply, 200, '{"careless":true}')
    if (headers.origin === contentOrigin) {
      reply.setHeader('access-control-allow-origin', contentOrigin)
      reply.setHeader('access-control-allow-headers', 'authorization, content-type')
      reply.setHeader('access-control-max-age', '7200')
    }
    if (request.method === 'OPTIONS') return send(reply, 204, '')
    if (expired.has((headers.authorization ?? '').replace(/^Bearer /, ''))) return send(reply, 401, '{}')
    const [attemptId = '', epoch = '0', mode = 'normal'] = (headers.authorization ?? '')
      .replace(/^Bearer /, '')
      .split('.')
    if (!attempts.has(attemptId)) return send(reply, 401, '{}')
    if (url.pathname.endsWith('/state'))
      return send(reply, 200, JSON.stringify(state(attemptId, Number(epoch), mode as RuntimeState['mode'])))
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    send(
      reply,
      200,
      JSON.stringify(commit(attemptId, RuntimeCommit.parse(JSON.parse(Buffer.concat(chunks).toString())))),
    )
  }

  let app: Server
  const startApp = async () => {
    app = createServer((request, reply) => {
      answer(request, reply).catch((error: unknown) => send(reply, 500, String(error)))
    })
    await new Promise<void>((resolve) => app.listen(appPort, '127.0.0.1', resolve))
  }
  const stopApp = async () => {
    app.closeAllConnections()
    await new Promise((resolve) => app.close(resolve))
  }
  await startApp()

  return {
    appOrigin,
    contentOrigin,
    attempts,
    seen,
    startApp,
    stopApp,
    expireTokens() {
      for (const token of tokens) expired.add(token)
    },
    async addPackage(path) {
      const { inspected, report } = await inspectPackage(path)
      const [organization] = inspected?.manifest.organizations ?? []
      if (!inspected || !organization) throw new Error(`Refused: ${JSON.stringify(report)}`)
      const { sha256 } = await files.put(tenantId, path)
      const id = `package${packages.size + 1}`
      packages.set(id, {
        kind: inspected.manifest.kind,
        edition: inspected.manifest.edition as '1.2',
        title: inspected.manifest.title,
        organization,
        sha256,
        files: packIndex(inspected.files),
      })
      return id
    },
    async close() {
      await stopApp().catch(() => undefined)
      content.closeAllConnections()
      await new Promise((resolve) => content.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The built player, and the page of these tests, built by the same tool. */
async function buildPages(folder: string): Promise<string> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const run = promisify(execFile)
  await run(
    process.execPath,
    [vite, 'build', '-c', join(root, 'apps/web/vite.player.config.ts'), '--logLevel', 'error'],
    { cwd: join(root, 'apps/web') },
  )
  await run(
    process.execPath,
    [vite, 'build', '-c', join(import.meta.dirname, 'vite.host.config.ts'), '--outDir', folder, '--logLevel', 'error'],
    { cwd: import.meta.dirname },
  )
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.js'))
  return readFile(join(folder, name ?? ''), 'utf8')
}

function summary(id: string, sco: StoredSco) {
  return {
    id,
    status: sco.status,
    scorePercent: sco.score,
    progressMeasure: sco.progressMeasure,
    totalSeconds: 0,
    suspended: sco.isSuspended,
  }
}

function standing(items: PackageItem[], attempt: Attempt) {
  const { state, progress, score } = judgeAttempt(items, (id) => attempt.scos.get(id))
  return { state, progress, scorePercent: score, totalSeconds: 0 }
}

function send(reply: ServerResponse, status: number, body: string, type = 'application/json'): void {
  reply.writeHead(status, { 'content-type': type })
  reply.end(body)
}

const secrets: Secrets = {
  sign: (purpose, ...parts) =>
    createHmac('sha256', 'test')
      .update(JSON.stringify([purpose, ...parts]))
      .digest('base64url'),
  verify(signature, purpose, ...parts) {
    const given = Buffer.from(signature, 'base64url')
    const right = Buffer.from(this.sign(purpose, ...parts), 'base64url')
    return given.length === right.length && timingSafeEqual(given, right)
  },
  seal: (text) => text,
  unseal: (sealed) => sealed,
  auditKey: { publicKey: '', sign: () => '', isSigned: () => false },
}

// ---- in the browser --------------------------------------------------------------------------------------------

interface HostWindow {
  host: {
    events: Array<{ type: string; value: unknown; at: number }>
    open(query: string): Promise<void>
    close(): Promise<boolean>
  }
}

/** Opens a package and waits for its first page. */
export async function openPackage(page: Page, harness: Harness, query: string): Promise<void> {
  await page.goto(harness.appOrigin)
  await page.waitForFunction(() => 'host' in window)
  await page.evaluate((text) => (window as unknown as HostWindow).host.open(text), query)
}

export async function closePackage(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as HostWindow).host.close())
}

export function eventsOf(page: Page): Promise<Array<{ type: string; value: unknown; at: number }>> {
  return page.evaluate(() => (window as unknown as HostWindow).host.events)
}

export async function waitForEvent(page: Page, type: string, timeout = 15_000): Promise<void> {
  await page.waitForFunction(
    (wanted) => (window as unknown as HostWindow).host.events.some((event) => event.type === wanted),
    type,
    { timeout },
  )
}

/** The player's frame, and the frame of the package's page. */
export function playerFrame(page: Page): Frame {
  const [, player] = page.frames()
  if (!player) throw new Error('There is no player')
  return player
}

export async function packageFrame(page: Page, timeout = 40_000): Promise<Frame> {
  const until = Date.now() + timeout
  while (Date.now() < until) {
    const frame = page.frames().find((one) => one.parentFrame() === page.frames()[1] && one.url().includes('/c/'))
    if (frame) return frame
    await page.waitForTimeout(50)
  }
  throw new Error('The package did not open')
}

/** How many commits of that page are not answered yet. */
export function countRefused(page: Page): () => number {
  let count = 0
  page.on('requestfailed', (request) => {
    if (request.url().includes('/api/runtime/')) count++
  })
  return () => count
}

/** Waits until the server knows something. */
export async function until(condition: () => boolean, what: string, timeout = 15_000): Promise<void> {
  const end = Date.now() + timeout
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Not in time: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}
