import { manifest12 } from '../../apps/server/test/given/archives.ts'
import { makeZip } from '../../apps/server/test/given/zip.ts'

/**
 * A package that attacks the application that plays it. Its page runs every probe and leaves the outcomes in
 * `window.outcomes`: `reached` if it succeeded, else what stopped it. The application sees requests that get through as
 * `/probe/<name>`.
 */
export function hostilePackage(): Buffer {
  const files = hostileFiles()
  return makeZip([
    { name: 'imsmanifest.xml', data: manifest12({ title: 'Hostile', files: Object.keys(files) }), method: 8 },
    ...Object.entries(files).map(([name, data]) => ({ name, data, method: 8 })),
  ])
}

/** The package's files by name. The same page on the application's own origin is the control that the probes work. */
export function hostileFiles(): Record<string, string> {
  return {
    'index.html':
      '<!doctype html><meta charset="utf-8"><title>Hostile</title><body><p id="status">Probing</p><script src="probes.js"></script>',
    'probes.js': `(${probes.toString()})()`,
    'worker.js':
      "fetch(decodeURIComponent(location.hash.slice(1)), { mode: 'no-cors', credentials: 'include' }).then(() => postMessage('reached'), (error) => postMessage(String(error)))",
    'service-worker.js': "self.addEventListener('fetch', (event) => event.respondWith(new Response('taken over')))",
    'empty.html': '<!doctype html><title>Empty</title>',
  }
}

/** Runs in the package's page; must not use anything outside. */
function probes(): void {
  interface Probe {
    name: string
    run(address: string): unknown
  }
  const anyWindow = window as never as Record<string, unknown>
  const app = readApp()
  const above = window.parent === window ? window : window.parent
  const top = window.top as Window
  const list: Probe[] = []
  const probe = (name: string, run: Probe['run']) => list.push({ name, run })
  /** Reads something that belongs to the application. */
  const reading = (name: string, read: () => unknown) =>
    probe(name, () => {
      read()
      return 'reached'
    })
  /** Adds an element that makes a request when it loads. */
  const loading = (
    name: string,
    tag: string,
    set: (element: HTMLElement, address: string) => void,
    into = () => document,
  ) =>
    probe(name, (address) => {
      const element = into().createElement(tag)
      const loaded = new Promise((resolve) => {
        element.onload = () => resolve('reached')
        element.onerror = () => resolve('error')
      })
      set(element, address)
      into().body.append(element)
      return loaded
    })
  const sending = (name: string, send: (address: string) => Promise<unknown>) =>
    probe(name, (address) => send(address).then(() => 'reached'))

  // ---- the page that frames us
  reading('top document', () => top.document.title)
  reading('top cookie', () => top.document.cookie)
  reading('top body', () => top.document.body.innerHTML)
  reading('top localStorage', () => top.localStorage.length)
  reading('top sessionStorage', () => top.sessionStorage.length)
  reading('top indexedDB', () => top.indexedDB.databases())
  reading('top address', () => top.location.href)
  reading('top origin', () => top.location.origin)
  reading('top name', () => top.name)
  reading('top global', () => (top as never as Record<string, unknown>).host)
  reading('top navigator', () => top.navigator.userAgent)
  reading('top caches', () => top.caches)
  reading('top history', () => top.history.length)
  reading('top performance', () => top.performance.getEntries())
  reading('top crypto', () => top.crypto.randomUUID())
  probe('top eval', () => (top as never as { eval(code: string): unknown }).eval('1') && 'reached')
  probe('top fetch', (address) => top.fetch(address).then(() => 'reached'))
  probe('top function', () => (top as never as { Function: FunctionConstructor }).Function('return 1')() && 'reached')
  probe('top global write', () => {
    ;(top as never as Record<string, unknown>).taken = true
    return 'reached'
  })
  reading('top event listener', () => top.addEventListener('click', () => undefined))
  probe('top message listener', () => {
    top.onmessage = () => undefined
    return 'reached'
  })
  probe('frame element', () => (above.frameElement?.ownerDocument.title === undefined ? 'null' : 'reached'))

  // ---- requests by script
  sending('fetch', (address) => fetch(address))
  sending('fetch without cors', (address) => fetch(address, { mode: 'no-cors', credentials: 'include' }))
  sending('fetch that changes', (address) =>
    fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', body: 'change' }),
  )
  sending('fetch that lives on', (address) =>
    fetch(address, { method: 'POST', mode: 'no-cors', credentials: 'include', keepalive: true, body: 'x' }),
  )
  sending('fetch of the start', () => fetch(`${app}/api/start`, { credentials: 'include' }))
  probe('request of the old kind', (address) => request('GET', address))
  probe('request of the old kind that changes', (address) => request('POST', address))
  probe('request that waits', (address) => {
    const xhr = new XMLHttpRequest()
    xhr.open('GET', address, false)
    xhr.withCredentials = true
    xhr.send()
    return 'reached'
  })
  // Also true if the policy then blocks it: the application's log decides.
  const giving = (name: string, give: (address: string) => unknown) =>
    probe(name, (address) => {
      give(address)
      return 'sent'
    })
  giving('beacon', (address) => navigator.sendBeacon(address, 'x'))
  giving('beacon with a form', (address) => navigator.sendBeacon(address, new URLSearchParams({ a: 'b' })))
  probe('event source', (address) => opened(new EventSource(address, { withCredentials: true })))
  probe('socket', (address) => opened(new WebSocket(address.replace(/^http/, 'ws'))))
  // Written so that no tool treats it as an import.
  sending('module', (address) =>
    (new Function('address', 'return import(address)') as (address: string) => Promise<unknown>)(address),
  )
  probe('worker', (address) => answerOf(new Worker(`worker.js#${encodeURIComponent(address)}`)))
  probe('worker of a blob', (address) => {
    const code = `fetch(${JSON.stringify(address)}, { mode: 'no-cors', credentials: 'include' }).then(() => postMessage('reached'), (error) => postMessage(String(error)))`
    return answerOf(new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))))
  })
  probe('worker of the application', (address) => answerOf(new Worker(address)))
  probe('service worker', () => registered('service-worker.js', './'))
  probe('service worker of everything', () => registered('service-worker.js', '/'))
  probe('service worker of a blob', () =>
    registered(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })), '/'),
  )

  // ---- requests by elements
  loading('image', 'img', (element, address) => element.setAttribute('src', address))
  loading('script', 'script', (element, address) => element.setAttribute('src', address))
  loading('stylesheet', 'link', (element, address) => Object.assign(element, { rel: 'stylesheet', href: address }))
  loading('prefetch', 'link', (element, address) => Object.assign(element, { rel: 'prefetch', href: address }))
  loading('module preload', 'link', (element, address) =>
    Object.assign(element, { rel: 'modulepreload', href: address }),
  )
  loading('icon', 'link', (element, address) => Object.assign(element, { rel: 'icon', href: address }))
  loading('film', 'video', (element, address) => element.setAttribute('src', address))
  loading('sound', 'audio', (element, address) => element.setAttribute('src', address))
  loading('poster', 'video', (element, address) => element.setAttribute('poster', address))
  loading('object', 'object', (element, address) => element.setAttribute('data', address))
  loading('embed', 'embed', (element, address) => element.setAttribute('src', address))
  loading('input image', 'input', (element, address) => Object.assign(element, { type: 'image', src: address }))
  loading('background', 'p', (element, address) => {
    element.style.background = `url(${JSON.stringify(address)})`
  })
  loading('style import', 'style', (element, address) => {
    element.textContent = `@import url(${JSON.stringify(address)});`
  })
  // The style applies even without the font: the application's log decides.
  probe('font', async (address) => {
    await new FontFace('stolen', `url(${JSON.stringify(address)})`).load().catch(() => undefined)
    return 'sent'
  })
  loading('drawing', 'p', (element, address) => {
    element.innerHTML = `<svg><image href="${address}"></image></svg>`
  })
  loading('speculation', 'script', (element, address) => {
    element.setAttribute('type', 'speculationrules')
    element.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [address] }] })
  })

  // ---- frames and forms
  const forms = document.createElement('iframe')
  forms.name = 'forms'
  document.body.append(forms)
  const framed = (name: string, into: () => Document) =>
    probe(name, async (address) => {
      const frame = into().createElement('iframe')
      frame.src = address
      into().body.append(frame)
      await new Promise((resolve) => setTimeout(resolve, 400))
      try {
        return frame.contentDocument?.body.textContent?.includes('careless') ? 'reached' : 'empty'
      } finally {
        frame.remove()
      }
    })
  framed('frame of the application', () => document)
  probe('inner frame that navigates', (address) => inInnerFrame((inner) => inner.location.assign(address)))
  probe('inner frame that refreshes', (address) =>
    inInnerFrame((inner) => {
      const refresh = inner.document.createElement('meta')
      Object.assign(refresh, { httpEquiv: 'refresh', content: `0; url=${address}` })
      inner.document.head.append(refresh)
    }),
  )
  const posted = (name: string, target: string, into = () => document) =>
    probe(name, async (address) => {
      const form = into().createElement('form')
      Object.assign(form, { method: 'post', action: address, target })
      into().body.append(form)
      form.submit()
      await new Promise((resolve) => setTimeout(resolve, 300))
      return 'sent'
    })
  posted('form', 'forms')
  if (top !== window) posted('form into the top', '_top')
  posted('form into a window', '_blank')
  probe('form by a button', async (address) => {
    const form = document.createElement('form')
    const button = document.createElement('button')
    Object.assign(button, { formAction: address, formMethod: 'post', formTarget: 'forms' })
    form.append(button)
    document.body.append(form)
    button.click()
    await new Promise((resolve) => setTimeout(resolve, 200))
    return 'sent'
  })
  probe('ping of a link', (address) => {
    const link = document.createElement('a')
    Object.assign(link, { href: '#here', ping: address })
    document.body.append(link)
    link.click()
    return 'sent'
  })

  // ---- moving the application away
  const moving = (name: string, move: (address: string) => unknown) =>
    probe(name, async (address) => {
      move(address)
      await new Promise((resolve) => setTimeout(resolve, 200))
      return 'sent'
    })
  if (top !== window) {
    moving('top address', (address) => {
      top.location.href = address
    })
    moving('top replaced', (address) => top.location.replace(address))
    moving('top assigned', (address) => top.location.assign(address))
    moving('top fragment', () => {
      top.location.hash = '#probe'
    })
    moving('top opened', (address) => window.open(address, '_top'))
    moving('top link', (address) => {
      const link = document.createElement('a')
      Object.assign(link, { href: address, target: '_top' })
      document.body.append(link)
      link.click()
    })
    moving('top closed', () => top.close())
    moving('top history', () => top.history.back())
  }
  probe('window of the application', async (address) => {
    const made = window.open(address)
    if (made === null) return 'null'
    await new Promise((resolve) => setTimeout(resolve, 500))
    try {
      return made.document.body.textContent?.includes('careless') ? 'reached' : 'empty'
    } finally {
      made.close()
    }
  })

  // ---- cookies, storage, messages
  probe('cookies', () => (/session|plain/.test(document.cookie) ? 'reached' : 'none'))
  probe('cookie planted', () => {
    Object.assign(document, { cookie: 'session=planted; path=/' })
    Object.assign(document, { cookie: 'plain=planted; path=/' })
    return 'sent'
  })
  probe('cookies pushed out', () => {
    for (let number = 0; number < 400; number++)
      Object.assign(document, { cookie: `junk${number}=${'x'.repeat(20)}; path=/` })
    for (let number = 0; number < 400; number++)
      Object.assign(document, { cookie: `junk${number}=; path=/; max-age=0` })
    return 'sent'
  })
  probe('storage', () => (localStorage.getItem('secret of the application') === null ? 'none' : 'reached'))
  probe('databases', async () =>
    (await indexedDB.databases()).some((one) => one.name === 'learnt-kept-commits') ? 'reached' : 'none',
  )
  probe('channel', () => {
    new BroadcastChannel('learnt').postMessage({ type: 'saved', at: 'forged by channel', end: true })
    return 'sent'
  })
  for (const [name, message] of Object.entries({
    'message: ready': { learnt: 'player-ready', protocol: 1 },
    'message: saved': { type: 'saved', at: 'forged', end: true },
    'message: exit': { type: 'exit', reason: 'exitAll' },
    'message: start': {
      learnt: 'player-start',
      protocol: 1,
      token: 'forged',
      epoch: 9,
      mode: 'normal',
      language: 'en',
      direction: 'ltr',
      title: '',
      pending: [],
    },
  })) {
    giving(name, () => {
      top.postMessage(message, '*')
      above.postMessage(message, '*')
    })
  }

  // ---- through the player, whose page we share an origin with
  if (above !== window && above !== top) {
    sending('player: fetch of the start', () => above.fetch(`${app}/api/start`, { credentials: 'include' }))
    sending('player: fetch beside the run-time API', (address) =>
      above.fetch(address, { mode: 'no-cors', credentials: 'include' }),
    )
    sending('player: fetch above the run-time API', () =>
      above.fetch(`${app}/api/runtime/../../probe/above`, { mode: 'no-cors' }),
    )
    sending('player: fetch of another host', () => above.fetch('https://example.com/', { mode: 'no-cors' }))
    giving('player: beacon', (address) => above.navigator.sendBeacon(address, 'x'))
    probe('player: eval', () => (above as never as { eval(code: string): unknown }).eval('1') && 'reached')
    loading(
      'player: image',
      'img',
      (element, address) => element.setAttribute('src', address),
      () => above.document,
    )
    loading(
      'player: script',
      'script',
      (element, address) => element.setAttribute('src', address),
      () => above.document,
    )
    framed('player: frame of the application', () => above.document)
    posted('player: form', 'forms', () => above.document)
    probe('player: commit without a token', () =>
      above
        .fetch(`${app}/api/runtime/commit`, { method: 'POST', credentials: 'include', body: '{}' })
        .then((reply) => (reply.ok ? 'reached' : String(reply.status))),
    )
    probe('player: state of another attempt', () =>
      above
        .fetch(`${app}/api/runtime/state`, { headers: { authorization: 'Bearer other.1.normal' } })
        .then((reply) => (reply.ok ? 'reached' : String(reply.status))),
    )
    // Last: if it worked, nothing could report it.
    moving('player moved to the application', (address) => {
      above.location.href = address
    })
  }

  // ---- devices
  probe(
    'place',
    () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('reached'),
          (error) => resolve(error.message),
        ),
      ),
  )
  probe('camera', () => navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'reached'))
  probe('notifications', () =>
    Notification.requestPermission().then((answer) => (answer === 'granted' ? 'reached' : answer)),
  )
  probe('shared memory', () => ('SharedArrayBuffer' in window && window.crossOriginIsolated ? 'reached' : 'absent'))
  probe('domain', () => {
    document.domain = location.hostname
    return document.domain !== location.hostname ? 'reached' : 'unchanged'
  })

  void run()

  async function run(): Promise<void> {
    const outcomes: Record<string, string> = {}
    // Navigating away goes last, so that the others have run.
    const order = list.toSorted(
      (a, b) =>
        Number(/moved|^top (address|replaced|assigned|opened|link|closed|history)/.test(a.name)) -
        Number(/moved|^top (address|replaced|assigned|opened|link|closed|history)/.test(b.name)),
    )
    for (const one of order) {
      const key = one.name in outcomes ? `${one.name} (moved)` : one.name
      const address = `${app}/probe/${encodeURIComponent(one.name.replace(/\W+/g, '-'))}`
      const slow = new Promise((resolve) => setTimeout(() => resolve('no answer'), 1500))
      try {
        outcomes[key] = String(await Promise.race([one.run(address), slow]))
      } catch (error) {
        outcomes[key] = error instanceof Error ? error.name : String(error)
      }
    }
    anyWindow.outcomes = outcomes
    ;(document.getElementById('status') as HTMLElement).textContent = 'Done'
  }

  /** Our own address contains the application's. */
  function readApp(): string {
    const segment = /\/c\/([^/.]+)\./.exec(location.pathname)?.[1]
    if (segment === undefined) return location.origin
    return (JSON.parse(atob(segment.replaceAll('-', '+').replaceAll('_', '/'))) as string[])[4] ?? ''
  }

  function request(method: string, address: string): Promise<string> {
    return new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      xhr.open(method, address)
      xhr.withCredentials = true
      xhr.onload = () => resolve('reached')
      xhr.onerror = () => resolve('error')
      xhr.send()
    })
  }

  function opened(source: EventSource | WebSocket): Promise<string> {
    return new Promise((resolve) => {
      source.onopen = () => resolve('reached')
      source.onerror = () => resolve('error')
    }).finally(() => source.close()) as Promise<string>
  }

  function answerOf(worker: Worker): Promise<unknown> {
    return new Promise((resolve) => {
      worker.onmessage = (event) => resolve(event.data)
      worker.onerror = () => resolve('error')
    })
  }

  function registered(script: string, scope: string): Promise<string> {
    return navigator.serviceWorker.register(script, { scope }).then(async (registration) => {
      await registration.unregister()
      return 'reached'
    })
  }

  function inInnerFrame(act: (inner: Window) => void): Promise<string> {
    const frame = document.createElement('iframe')
    frame.src = 'empty.html'
    frame.name = 'inner'
    const result = new Promise<string>((resolve) => {
      frame.onload = () => {
        frame.onload = null
        act(frame.contentWindow as Window)
        setTimeout(() => {
          let text: string | null = null
          try {
            text = frame.contentDocument?.body.textContent ?? null
          } catch {
            text = null
          }
          resolve(text?.includes('careless') ? 'reached' : 'stopped')
        }, 500)
      }
    })
    document.body.append(frame)
    return result
  }
}
