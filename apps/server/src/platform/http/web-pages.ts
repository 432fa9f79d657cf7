import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import { type Locale, locales } from '@learnt/contract/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../context.ts'
import { findSession } from '../session/find-session.ts'
import { pictureKeyOf } from '../session/picture-key.ts'
import { readCookie, sessionCookieName } from '../session/token.ts'
import { pickLocale } from '../translate.ts'
import { assetPolicy, makeNonce, pagePolicy } from './policies.ts'
import { hasServiceWorker, serviceWorkerName } from './service-worker.ts'

const built = join(import.meta.dirname, '../../../../web/dist')
const placeholder = '__CSP_NONCE__'
const picturePlaceholder = '__PICTURE__'

/** The built web application: one page for every address that is no file and no operation, with a fresh nonce each time. */
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
    const token = readCookie(request.headers.cookie, cookieName)
    const isAhead =
      request.headers['save-data'] !== 'on' && (token === null ? ofGuests : ofApplication).test(request.url)
    const picture = toHome.test(request.url) ? await askPictureKey(services, token) : token === null ? 'none' : ''
    const ofSession = isAhead ? (isKey(picture) ? (`home-${localeOf(request)}` as const) : 'application') : 'signedIn'
    const kind = token !== null ? ofSession : isAhead ? localeOf(request) : 'guest'
    const nonce = makeNonce()
    for (const [name, value] of Object.entries(pagePolicy(services.settings, nonce))) reply.header(name, value)
    return reply.type('text/html; charset=utf-8').send(page()[kind].join(nonce).replace(picturePlaceholder, picture))
  }
  app.get('/', async (request, reply) => send(request, reply))
  app.get('/*', async (request, reply) => {
    if (/^\/(api|assets|files|team-files|team-icons)\//.test(request.url)) return reply.callNotFound()
    return send(request, reply)
  })
}

/** Pages of the application; those of the first parts of the path that are left out are guests' pages too. */
const ofApplication = /^\/(?:(?:teams|apps|pages)(?:[/?]|$)|\?|$)/

/** Where guests are shown the sign-in page or another one of the same application. */
const ofGuests =
  /^\/(?:(?:teams|apps|login|register|resetpassword|change-password|callback|action|first-run)(?:[/?]|$)|\?|$)/
/** The language that a page most likely begins in: the browser's, unless it has shown another one before. */
const localeOf = (request: FastifyRequest) => pickLocale(request.headers['accept-language'])

/** Addresses that lead to the homepage: a browser may have a picture of it. */
const toHome = /^\/(?:teams|apps\/homepage\/myhomepage)?(?:\?|$)/
/** A page waits for the database no longer than this: without an answer it comes without the sign, and shows no picture. */
const longestAskMs = 100

/**
 * What the picture of the homepage may be read with (index.html): a key while the session holds; 'none' where there is no
 * such session, which deletes the picture; '' where nobody knows just now.
 */
async function askPictureKey(services: Services, token: string | null): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const asked = findSession(services, token, { mayOwe: true }).then((found) => pictureKeyOf(services, found) ?? 'none')
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, longestAskMs, '')
  })
  try {
    return await Promise.race([asked.catch(() => ''), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const isKey = (picture: string) => picture !== '' && picture !== 'none'

/**
 * The same page, split at its nonces: for a browser without and with a session, where the application will be shown, where
 * that is the homepage, maybe with a picture of it, and where guests' pages will be shown, both by language.
 */
type Pages = Record<'guest' | 'signedIn' | 'application' | `home-${Locale}` | Locale, string[]>

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
      const first = filesOf(['src/main.tsx'], html, folder)
      const application = filesOf(['src/main.tsx', 'src/Application.tsx', 'src/frame.ts'], html, folder)
      const guests = (locale: Locale) =>
        filesOf(
          ['src/main.tsx', 'src/guest/GuestApp.tsx', ...guestWords.map((name) => `src/locales/${locale}/${name}.ts`)],
          html,
          folder,
        )
      const home = (locale: Locale) => {
        const first = ['src/main.tsx', 'src/Application.tsx', `src/locales/${locale}/common.ts`]
        const page = ['src/frame.ts', 'src/features/learning/HomePage.tsx']
        const words = [`_words-${locale}-`, `src/locales/${locale}/learning.ts`]
        const base = filesOf(first, html, folder)
        const rest = filesOf([...page, ...words], html, folder).filter((file) => !base.includes(file))
        return [base, rest].map((files) => files.join(' ')).join(',')
      }
      const dress = (signedIn: 'yes' | 'no', links: readonly string[], files = '', fonts: readonly string[] = []) =>
        html
          .replace('__SIGNED_IN__', signedIn)
          .replace('__FILES__', files)
          // NOTE before the entry and its styles: a picture waits for its letters first
          .replace('<link rel="icon"', `${fonts.map(linkToFont).join('')}$&`)
          .replace('</head>', `${links.map(linkTo).join('')}</head>`)
          .split(placeholder)
      pages = {
        guest: dress('no', first),
        signedIn: dress('yes', first),
        application: dress('yes', application),
        ...ofLocales('home-', (locale) => dress('yes', [], home(locale), filesOf(fontsOf(locale), html, folder))),
        ...ofLocales('', (locale) => dress('no', guests(locale))),
      }
      // NOTE last: a build that is being written just now is read again
      stamp = now
    }
    return pages
  }
}

/** Catalogues of the sign-in page. */
const guestWords = ['common', 'session']

/** The letters that nearly all of a page is written in; what else it shows is asked for when its styles are there. */
const fontsOf = (locale: Locale) => [
  ...(locale === 'ar' ? ['noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2'] : []),
  'mulish/files/mulish-latin-wght-normal.woff2',
]

function ofLocales<Prefix extends string, Value>(
  prefix: Prefix,
  make: (locale: Locale) => Value,
): Record<`${Prefix}${Locale}`, Value> {
  return Object.fromEntries(locales.map((locale) => [prefix + locale, make(locale)])) as Record<
    `${Prefix}${Locale}`,
    Value
  >
}

const manifestPath = '.vite/manifest.json'

interface Chunk {
  file: string
  imports?: string[]
}

/**
 * What a page will import, so that it is fetched beside its entry, instead of when that has found out. `modules` are named
 * as in the manifest; a file that the build has put together, by how its name there begins; one of a package, by how it ends.
 */
function filesOf(modules: readonly string[], html: string, folder: string): string[] {
  const path = join(folder, manifestPath)
  if (!existsSync(path)) return []
  const manifest = parse(readFileSync(path, 'utf8'))
  const names = Object.keys(manifest)
  const files = new Set<string>()
  const add = (name: string): void => {
    const chunk =
      manifest[name] ??
      manifest[names.find((its) => (name.startsWith('_') ? its.startsWith(name) : its.endsWith(`/${name}`))) ?? '']
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const other of chunk.imports ?? []) add(other)
  }
  for (const module of modules) add(module)
  return [...files].map((file) => `/${file}`).filter((file) => !html.includes(`"${file}"`))
}

const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`
const linkToFont = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`

/** Half written, it names nothing: its time changes once more when it is whole. */
function parse(text: string): Record<string, Chunk> {
  try {
    return JSON.parse(text) as Record<string, Chunk>
  } catch {
    return {}
  }
}
