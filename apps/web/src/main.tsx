import type { Me, Start, Team } from '@learnt/contract/session'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { configureAnalytics, track, trackPage } from './api/analytics.ts'
import { call, onSignedOut, speak } from './api/call.ts'
import type { FirstHome } from './api/first-home.ts'
import { api } from './api/operations.ts'
import { readTeamHint, rememberTeam } from './api/team-hint.ts'
import { rememberAttempt, takeAttempt } from './attempted-path.ts'
import { takeChosenLanguage } from './chosen-language.ts'
import { takeGuestLook } from './guest-look.ts'
import { changeLanguage, chooseLanguage, i18n, pseudoLocale, startI18n } from './i18n.ts'
import { leaveSignedOut } from './leaving.ts'
import { forgetLeaving } from './leaving-to-link.ts'
import type { Namespace } from './locales/catalogues.ts'
import { hasNothingToChoose } from './nothing-to-choose.ts'
import { noteHere } from './page-ready.ts'
import { paths } from './paths.ts'
import './routes.ts'
import { endPicture, readShown, removePicture } from './picture/place.ts'
import { findRoute, judge } from './route-book.ts'
import { whenIdle } from './when-idle.ts'

// NOTE the policy of the page forbids making code from text: zod must not even try
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const languageKey = 'learnt.language'
const pseudo = new URLSearchParams(location.search).has('pseudo')
let root: Root | null = null
/** Whose page this is; null: nobody has signed in. */
let userId: string | null = null
/** Code and words of the first page, where they are asked for before it is known who is here. */
let ahead: Promise<unknown> | null = null

/**
 * Asks who is here, then shows the light application (people who are not signed in) or fetches the whole one.
 * The light one has neither router nor MUI: the first page that anybody sees stays small.
 */
async function begin(): Promise<void> {
  const hint = readLanguage()
  const language = startI18n(pseudo ? pseudoLocale : chooseLanguage(hint, undefined, navigator.languages), ['common'])
  const guestPage = findRoute(location.pathname)?.guestApp ? fetchGuestApp() : null
  if (!guestPage && hasSession()) ahead = fetchAhead()
  try {
    const found = await call(api.session.start, { query: readTeamHint() })
    const start = { ...found, me: found.me && (await carryOver(found.me)) }
    await Promise.all([language, guestPage])
    const wanted = chooseLanguage(
      start.me?.preferences.locale,
      (start.me ? null : hint) ?? start.team.settings.defaultLocale,
      navigator.languages,
    )
    if (!pseudo && wanted !== i18n.language) await changeLanguage(wanted)
    speak(i18n.language)
    await show(start)
  } catch (error) {
    await language
    const { FailedStart } = await import('./guest/FailedStart.tsx')
    draw(<FailedStart error={error} onRetry={() => location.reload()} />)
    dropSplash()
  }
}

async function show(start: Start): Promise<void> {
  userId = start.me?.userId ?? null
  if (!start.pictureKey) endPicture()
  const verdict = judge(location.pathname, start.me?.roles ?? null)
  if (!start.me && (!verdict.enter || findRoute(location.pathname)?.to)) {
    if (!verdict.enter && verdict.why === 'unknown') history.replaceState(null, '', verdict.to)
    else {
      rememberAttempt(location.pathname + location.search)
      history.replaceState({ asked: location.pathname !== '/' }, '', paths.login)
    }
  }
  const route = findRoute(location.pathname)
  // whoever set out from the profile to link, or to show afresh who they are, comes back signed in
  const isReturn = route?.path.startsWith(paths.callback) === true
  const isBack = start.me !== null && isReturn && (forgetLeaving() || start.owesFactor === true)
  if (route?.guestApp && (!start.me || route.who === 'any' || isBack)) return showGuestPage(start)
  await showApplication(start, false)
}

const fetchGuestApp = () => import('./guest/GuestApp.tsx')

async function showGuestPage(start: Start): Promise<void> {
  const [{ GuestApp }] = await Promise.all([fetchGuestApp(), i18n.loadNamespaces('session')])
  const { team } = start
  showFavicon(team)
  configureAnalytics({ isOn: team.settings.analytics, me: null, team: { id: team.id, tenantId: team.tenantId } })
  trackPage(location.pathname, findRoute(location.pathname)?.title ?? '')
  const enter = async (entered: Me) => {
    track('sign-in')
    userId = entered.userId
    rememberTeam(entered)
    // where the team is the same, this is what other tabs hear (staying.ts)
    removePicture()
    const me = await carryOver(entered)
    const next = takeAttempt(entered.userId)
    history.replaceState(null, '', next ?? paths.teams)
    const language = chooseLanguage(me.preferences.locale, start.team.settings.defaultLocale, navigator.languages)
    if (!pseudo && language !== i18n.language) await changeLanguage(language)
    speak(i18n.language)
    // the team may be another one than this page's: ask again, now with the session
    await showApplication(await call(api.session.start, { query: readTeamHint() }), next === null)
  }
  // the session is there and so is the address: a fresh page says what is wrong, or has the newer build's files
  const again = () => location.reload()
  draw(
    <StrictMode>
      <GuestApp
        start={start}
        onSignedIn={(me) => void enter(me).catch(again)}
        onLinked={() => {
          history.replaceState(null, '', paths.profile)
          void showApplication(start, false).catch(again)
        }}
      />
    </StrictMode>,
  )
  dropSplash()
  startInstallation(team, false)
}

/** What a guest chose goes into an account that has no language or look of its own yet. */
async function carryOver(me: Me): Promise<Me> {
  if (me.impersonation) return me
  const { locale, theme, colorScheme } = me.preferences
  const language = takeChosenLanguage()
  const look = takeGuestLook()
  const preferences = {
    ...me.preferences,
    locale: locale ?? language,
    theme: theme ?? look?.theme ?? null,
    colorScheme: look && colorScheme === 'system' ? look.colorScheme : colorScheme,
  }
  const isSame = preferences.locale === locale && preferences.theme === theme && preferences.colorScheme === colorScheme
  if (isSame) return me
  // where it cannot be stored, the team's language and look come back with the next page: no reason to keep anybody out
  await call(api.session.preferences, { body: preferences }).catch(() => undefined)
  return { ...me, preferences }
}

async function showApplication(start: Start, justSignedIn: boolean): Promise<void> {
  if (start.me) rememberTeam(start.me)
  showFavicon(start.team)
  const mayAsk = start.me !== null && !start.owesFactor
  const home = mayAsk && (isChooser() || location.pathname === paths.home) ? askHome() : null
  const frame = fetchFrame()
  // whoever waits for it hears of it
  frame.catch(() => {})
  const [{ Application }, goesHome] = await Promise.all([
    fetchApplication(),
    mayAsk && isChooser() && goesOn(justSignedIn),
    home?.soon,
  ])
  if (location.pathname !== paths.home && !goesHome) {
    endPicture()
    // there is something to choose now: the next one is not shown before it is known what
    if (isChooser() && readShown()?.goesOn) removePicture()
  }
  if (goesHome) {
    history.replaceState(null, '', paths.home)
    justSignedIn = false
  }
  const wasHere = root !== null
  // a guest's page stays until there is another one
  if (wasHere) await frame
  draw(
    <StrictMode>
      <Application
        start={start}
        home={home}
        frame={wasHere ? null : frame}
        justSignedIn={justSignedIn}
        wasHere={wasHere}
        onReady={dropSplash}
      />
    </StrictMode>,
  )
  await frame
  startInstallation(start.team, true)
  if (start.me) fetchNextPages(start.me)
  if (start.pictureKey) keepPictures(start.pictureKey)
}

const fetchApplication = () => import('./Application.tsx')

/** What the first page is drawn with: what stands around it, and itself, unless that takes too long. */
async function fetchFrame(): Promise<void> {
  await Promise.all([import('./frame.ts'), i18n.loadNamespaces(shellWords)])
  // with its page the frame is drawn once; without, it would be a second time right after
  if (ahead !== null) await atMost(longestWaitMs, ahead)
}

const shellWords: Namespace[] = ['common', 'shell', 'navigation', 'problems']
const isChooser = () => location.pathname === '/' || location.pathname === paths.teams

/** Whether there is nothing to choose. The chooser asks again, and says what is wrong. */
const goesOn = (justSignedIn: boolean) =>
  call(api.session.teams).then(
    ({ teams }) => hasNothingToChoose(teams, justSignedIn),
    () => false,
  )

/** The homepage's content, so that it is drawn once, with it. Nothing waits for it longer than it takes to ask. */
function askHome(): FirstHome & { soon: Promise<unknown> } {
  const answer = call(api.learning.home)
  const home: FirstHome = { answer, known: null }
  const known = answer.then(
    (its) => {
      home.known = its
    },
    () => {
      // the homepage says what is wrong
    },
  )
  return Object.assign(home, { soon: atMost(longestWaitMs, known) })
}

/** How long the application waits for what it would be better drawn with. */
const longestWaitMs = 400

function atMost(ms: number, promise: Promise<unknown>): Promise<unknown> {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, ms))])
}

/** Whether the browser sent a session along when it asked for this page; it may have ended since. */
function hasSession(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content === 'yes'
}

/**
 * What a signed-in person is going to see, beside the question who they are. Code and words are everybody's; which page
 * may be entered is judged when the answer is there.
 */
async function fetchAhead(): Promise<void> {
  const wanted = findRoute(isChooser() ? paths.home : location.pathname)
  const page = wanted?.to ? findRoute(wanted.to) : wanted
  void Promise.all([fetchApplication(), import('./frame.ts')]).catch(() => {})
  try {
    await Promise.all([page?.load?.(), i18n.loadNamespaces([...shellWords, ...(page?.namespaces ?? [])])])
    if (page) noteHere(page)
  } catch {
    // the router asks again, and says what is wrong
  }
}

/** The next visit begins with what this one has shown (picture/keep-picture.ts). */
function keepPictures(key: string): void {
  const keepNow = async () => {
    try {
      await (await import('./picture/keep-picture.ts')).keepPictures(key)
    } catch {
      // as with the installation below
    }
  }
  setTimeout(() => whenIdle(() => void keepNow()), 1500)
}

/** When the page stands, has what it asked for, and the browser has nothing else to do. */
function fetchNextPages({ roles }: Me): void {
  const fetchNow = async () => {
    try {
      await (await import('./fetch-next.ts')).fetchNext(roles)
    } catch {
      // as with the installation below
    }
  }
  setTimeout(() => whenIdle(() => void fetchNow()), 2500)
}

/** What makes the application installable, when the page stands and the line is free. */
function startInstallation(team: Team, isApplication: boolean): void {
  setTimeout(async () => {
    try {
      await (await import('./installation/start.ts')).startInstallation(team, isApplication)
    } catch {
      // it is gone with a newer build, or the network is: the next page brings it
    }
  }, 1500)
}

function draw(page: ReactNode): void {
  root ??= createRoot(document.getElementById('root') as HTMLElement)
  root.render(page)
}

/** The team's own, or the product's, as in index.html. */
function showFavicon({ theme }: Team): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', theme.favicon || '/favicon.svg')
}

function dropSplash(): void {
  document.getElementById('splash')?.remove()
}

function readLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null
  }
}

i18n.on('languageChanged', (language) => {
  speak(language)
  if (language === pseudoLocale) return
  try {
    localStorage.setItem(languageKey, language)
    // what the next page says before it has a catalogue (index.html)
    localStorage.setItem('learnt.loading', i18n.t('loading'))
  } catch {
    // without storage the language is chosen anew on the next visit
  }
})

onSignedOut(() => leaveSignedOut(userId))

void begin()
