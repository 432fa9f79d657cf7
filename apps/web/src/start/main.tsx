import '../ui/theme/fonts.css'
import '../guest/guest.css'
import type { Me, Start, Team } from '@learnt/contract/session'
import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { configureAnalytics, track, trackPage } from '../api/analytics.ts'
import { call, onSignedOut, speak } from '../api/call.ts'
import { api } from '../api/operations.ts'
import { readTeamHint, rememberTeam } from '../api/team-hint.ts'
import { paths } from '../routes/paths.ts'
import { findRoute, judge, paramsOf } from '../routes/route-book.ts'
import { rememberAttempt, takeAttempt } from '../session/attempted-path.ts'
import { leaveSignedOut } from '../session/leave-signed-out.ts'
import { forgetLeaving } from '../session/leaving-to-link.ts'
import { hasNothingToChoose } from '../session/nothing-to-choose.ts'
import type { Namespace } from '../words/catalogues.ts'
import { changeLanguage, chooseLanguage, i18n, pseudoLocale, startI18n } from '../words/i18n.ts'
import { keepLastLanguage, readLastLanguage } from '../words/last-language.ts'
import { carryOver } from './carry-over.ts'
import './routes.ts'
import { isSwitchedOff } from '@learnt/contract/team-values'
import { tellOtherTabs } from '../api/session-news.ts'
import { dropSplash } from '../ui/splash.ts'

// NOTE the page’s policy forbids making code from text, so zod must not even try
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const pseudo = new URLSearchParams(location.search).has('pseudo')
let root: Root | null = null
/** The person of this page; null: nobody is signed in. */
let userId: string | null = null

/**
 * Asks who is signed in. Without a person it shows the light application, which has neither router nor MUI, so that the
 * first page stays small. Otherwise it fetches the whole one.
 */
async function begin(): Promise<void> {
  const hint = readLastLanguage()
  const words = startI18n(pseudo ? pseudoLocale : chooseLanguage(hint, undefined, navigator.languages))
  fetchAhead()
  try {
    const found = await askStart()
    const start = { ...found, me: found.me && (await carryOver(found.me)) }
    await words
    await speakLanguage(start.me?.preferences.locale ?? (start.me ? null : hint), start.team)
    await show(start)
  } catch (error) {
    await words
    const { FailedStart } = await import('../guest/FailedStart.tsx')
    draw(<FailedStart error={error} onRetry={() => location.reload()} />)
    dropSplash()
  }
}

/** index.html asked this before any module ran. If that failed, the ordinary call repeats it and handles the error. */
async function askStart(): Promise<Start> {
  const { early } = globalThis as { early?: Promise<Response> }
  const answer = await early?.catch(() => null)
  return answer?.ok ? answer.json() : call(api.session.start, { query: readTeamHint() })
}

/**
 * Fetches code and texts of the page that is probably shown, while it asks who is signed in. They are public; the
 * answer decides which page may open.
 */
function fetchAhead(): void {
  const isSignedIn = document.querySelector<HTMLMetaElement>('meta[name="signed-in"]')?.content === 'yes'
  const route = findRoute(isChooser() ? paths.home : location.pathname)
  const parts = route?.guestApp
    ? [fetchGuestApp()]
    : isSignedIn
      ? [fetchApplication(), route?.load?.(), i18n.loadNamespaces([...shellWords, ...(route?.namespaces ?? [])])]
      : []
  // the page that needs them fetches them again, and shows the error
  Promise.all(parts).catch(() => {})
}

const fetchGuestApp = () => import('../guest/GuestApp.tsx')
const fetchApplication = () => import('./Application.tsx')
const shellWords: Namespace[] = ['common', 'shell', 'navigation', 'problems']
const isChooser = () => location.pathname === '/' || location.pathname === paths.teams

async function show(start: Start): Promise<void> {
  userId = start.me?.userId ?? null
  const verdict = judge(location.pathname, start.me?.roles ?? null)
  if (!start.me && (!verdict.enter || findRoute(location.pathname)?.to)) {
    if (!verdict.enter && verdict.why === 'unknown') history.replaceState(null, '', verdict.to)
    else {
      rememberAttempt(location.pathname + location.search)
      history.replaceState({ asked: location.pathname !== '/' }, '', paths.login)
    }
  }
  const route = findRoute(location.pathname)
  // a person who left the profile to link an account or confirm who they are returns signed in
  const isReturn = route?.path.startsWith(paths.callback) === true
  const isBack = start.me !== null && isReturn && (forgetLeaving() || start.owesFactor === true)
  if (route?.guestApp && (!start.me || route.who === 'any' || isBack)) return showGuestPage(start)
  await showApplication(start, false)
}

async function showGuestPage(start: Start): Promise<void> {
  const [{ GuestApp }] = await Promise.all([fetchGuestApp(), i18n.loadNamespaces('session')])
  const { team } = start
  showFavicon(team)
  configureAnalytics({ isOn: team.settings.analytics, me: null, team: { id: team.id, tenantId: team.tenantId } })
  trackPage(location.pathname, findRoute(location.pathname)?.title ?? '')
  // the session and the address are set: a reload shows the error, or fetches the files of the newer build
  const again = () => location.reload()
  draw(
    <StrictMode>
      <GuestApp
        start={start}
        onSignedIn={(me) => void enter(me, team).catch(again)}
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

/** A person signed in on the page of a team. */
async function enter(entered: Me, team: Team): Promise<void> {
  track('sign-in')
  userId = entered.userId
  rememberTeam(entered)
  tellOtherTabs()
  const me = await carryOver(entered)
  const next = takeAttempt(entered.userId)
  history.replaceState(null, '', next ?? paths.teams)
  await speakLanguage(me.preferences.locale, team)
  // the team may differ from this page’s, so ask again with the session
  await showApplication(await call(api.session.start, { query: readTeamHint() }), next === null)
}

async function showApplication(start: Start, justSignedIn: boolean): Promise<void> {
  if (start.me) rememberTeam(start.me)
  showFavicon(start.team)
  const [{ Application }, { client, goesHome }] = await Promise.all([
    fetchApplication(),
    askAhead(start, justSignedIn),
    i18n.loadNamespaces(shellWords),
  ])
  draw(
    <StrictMode>
      <Application start={start} client={client} justSignedIn={justSignedIn && !goesHome} wasHere={root !== null} />
    </StrictMode>,
  )
  startInstallation(start.team, true)
  // so that their first page waits for its own code only
  if (start.me?.roles.some((role) => role !== 'learner')) import('./staff-pages.ts').catch(() => {})
}

/** Sends the page’s first requests already, while the application is still loading. */
async function askAhead(start: Start, justSignedIn: boolean): Promise<{ client: QueryClient; goesHome: boolean }> {
  const { me, owesFactor, team } = start
  const mayGoOn = me !== null && !owesFactor
  const goesHome = mayGoOn && isChooser() && (await hasOneWay(justSignedIn))
  if (goesHome) history.replaceState(null, '', paths.home)
  const { makeQueryClient } = await import('../api/query-client.ts')
  const client = makeQueryClient()
  const { pathname, search } = location
  const route = findRoute(pathname)
  if (route && mayGoOn && judge(pathname, me.roles).enter && !isSwitchedOff(pathname, team.settings.features))
    route
      .load?.()
      .then(({ loader }) => loader?.({ client, params: paramsOf(route, pathname), pathname, search }))
      // the router asks again
      .catch(() => {})
  return { client, goesHome }
}

/**
 * Whether the chooser of teams has nothing to choose. If that request fails, the chooser repeats it and shows the
 * error.
 */
const hasOneWay = (justSignedIn: boolean) =>
  call(api.session.teams).then(
    ({ teams }) => hasNothingToChoose(teams, justSignedIn),
    () => false,
  )

/** Makes the application installable, once the page is shown and the network is idle. */
function startInstallation(team: Team, isApplication: boolean): void {
  setTimeout(async () => {
    try {
      await (await import('../installation/start.ts')).startInstallation(team, isApplication)
    } catch {
      // the file is gone with a newer build, or the network is down: the next page retries
    }
  }, 1500)
}

function draw(page: ReactNode): void {
  root ??= createRoot(document.getElementById('root') as HTMLElement)
  root.render(page)
}

/** The team’s own icon, or the product’s, as in index.html. */
function showFavicon({ theme }: Team): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', theme.favicon || '/favicon.svg')
}

async function speakLanguage(own: string | null | undefined, team: Team): Promise<void> {
  const language = chooseLanguage(own, team.settings.defaultLocale, navigator.languages)
  if (!pseudo && language !== i18n.language) await changeLanguage(language)
  speak(i18n.language)
}

i18n.on('languageChanged', (language) => {
  speak(language)
  if (language !== pseudoLocale) keepLastLanguage(language, i18n.t('loading'))
})

onSignedOut(() => leaveSignedOut(userId))

void begin()
