import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import { type Locale, locales } from '@learnt/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { readCookie, sessionCookieName } from '../session/token.ts'
import { pickLocale } from '../translate.ts'
import { isForPages } from './addresses.ts'
import { assetPolicy, makeNonce, pagePolicy } from './policies.ts'
import { hasServiceWorker, serviceWorkerName } from './service-worker.ts'

const built = join(import.meta.dirname, '../../../../web/dist')
const placeholder = '__CSP_NONCE__'

/** Pages where codes are scanned, once somebody asks for it: they alone may use the camera. */
function scans(address: string): boolean {
  return /^\/apps\/(?:myevent|admin\/event-attendee-list)\/[0-9a-f-]{36}\?(?:[^#]*&)?scan=[0-9a-f-]{36}(?:&|$)/.test(
    address,
  )
}

/** The built web application: one page for every address of people (`isForPages`), with a fresh nonce each time. */
export function serveWebPages(app: FastifyInstance, services: Services, folder = built): void {
  const page = makePage(services, folder)
  if (existsSync(join(folder, 'assets'))) {
    app.register(staticFiles, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders(reply) {
        for (const [name, value] of Object.entries(assetPolicy)) reply.header(name, value)
        // A worker takes the policy of its own answer; scripts and styles need none.
        reply.removeHeader('content-security-policy')
      },
    })
  }
  app.get('/favicon.svg', async (_request, reply) => {
    const path = join(folder, 'favicon.svg')
    if (!existsSync(path)) return reply.callNotFound()
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(readFileSync(path))
  })
  const cookieName = sessionCookieName(services.settings)
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isForPages(request.url, request.headers.accept)) return reply.callNotFound()
    const nonce = makeNonce()
    const policy = pagePolicy(services.settings, nonce, { camera: scans(request.url) })
    for (const [name, value] of Object.entries(policy)) reply.header(name, value)
    const hasSession = readCookie(request.headers.cookie, cookieName) !== null
    return reply.type('text/html; charset=utf-8').send(page()[kindOf(request, hasSession)].join(nonce))
  }
  app.get('/', send)
  app.get('/*', send)
}

/** Addresses of the application; its other pages are guests' pages too. */
const ofApplication = /^\/(?:(?:teams|apps|pages)(?:[/?]|$)|\?|$)/

/** Addresses that lead to the homepage. */
const toHome = /^\/(?:teams|apps\/homepage\/myhomepage)?(?:\?|$)/

/** Where guests are shown the sign-in page or another one of the same application. */
const ofGuests =
  /^\/(?:(?:teams|apps|login|register|resetpassword|change-password|callback|action|first-run)(?:[/?]|$)|\?|$)/

/**
 * The same page, split at its nonces, by the files that it names ahead: for a browser without and with a session, where
 * the application will be shown, its homepage, and guests' pages. The last two also name the words of a language.
 */
type Pages = Record<'guest' | 'signedIn' | 'application' | `home-${Locale}` | `login-${Locale}`, string[]>

function kindOf(request: FastifyRequest, hasSession: boolean): keyof Pages {
  const { url, headers } = request
  const isSaving = headers['save-data'] === 'on'
  // the language that a page most likely begins in: the browser's, unless it has shown another one before
  const locale = pickLocale(headers['accept-language'])
  if (!hasSession) return !isSaving && ofGuests.test(url) ? `login-${locale}` : 'guest'
  if (isSaving || !ofApplication.test(url)) return 'signedIn'
  return toHome.test(url) ? `home-${locale}` : 'application'
}

/** Made again when a build has replaced it. */
function makePage({ settings }: Services, folder: string): () => Pages {
  const path = join(folder, 'index.html')
  // a build writes the service worker last
  const files = [path, ...[manifestPath, serviceWorkerName].map((name) => join(folder, name))]
  let stamp = ''
  let pages: Pages | null = null
  return () => {
    const now = files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0).join()
    if (pages === null || now !== stamp) {
      const html = existsSync(path)
        ? readFileSync(path, 'utf8').replace('__SERVICE_WORKER__', hasServiceWorker(settings, folder) ? 'on' : 'off')
        : '<!doctype html><title>Learnt</title><p>The web application is not built yet.</p>'
      const dress = (signedIn: 'yes' | 'no', modules: readonly string[] = []) =>
        html
          .replace('__SIGNED_IN__', signedIn)
          .replace('</head>', `${filesOf(modules, html, folder).map(linkTo).join('')}</head>`)
          .split(placeholder)
      pages = {
        guest: dress('no'),
        signedIn: dress('yes'),
        application: dress('yes', application),
        ...ofLocales('login', (locale) => dress('no', [...guestPages, ...wordsOf(locale, ['common', 'session'])])),
        ...ofLocales('home', (locale) => dress('yes', [...application, ...home, ...wordsOf(locale, homeWords)])),
      }
      // NOTE last: a build that is being written just now is read again
      stamp = now
    }
    return pages
  }
}

const guestPages = ['src/guest/GuestApp.tsx']
const application = ['src/start/Application.tsx']
const home = ['src/features/learning/HomePage.tsx']
const homeWords = ['common', 'shell', 'navigation', 'problems', 'learning']
const wordsOf = (locale: Locale, names: readonly string[]) => names.map((name) => `words/${name}.${locale}.ts`)

function ofLocales<Kind extends string>(kind: Kind, make: (locale: Locale) => string[]) {
  return Object.fromEntries(locales.map((locale) => [`${kind}-${locale}`, make(locale)])) as Record<
    `${Kind}-${Locale}`,
    string[]
  >
}

const manifestPath = '.vite/manifest.json'

interface Chunk {
  file: string
  imports?: string[]
}

/** What a page will import, so that it is fetched beside its entry. `modules` are named as in the manifest, or by the end of that name. */
function filesOf(modules: readonly string[], html: string, folder: string): string[] {
  const path = join(folder, manifestPath)
  if (!existsSync(path)) return []
  const manifest = parse(readFileSync(path, 'utf8'))
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk = manifest[name]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const module of modules) add(Object.keys(manifest).find((name) => `/${name}`.endsWith(`/${module}`)) ?? '')
  return [...files].map((file) => `/${file}`).filter((file) => !html.includes(`"${file}"`))
}

const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`

/** Half written, it names nothing: its time changes once more when it is whole. */
function parse(text: string): Record<string, Chunk> {
  try {
    return JSON.parse(text) as Record<string, Chunk>
  } catch {
    return {}
  }
}
