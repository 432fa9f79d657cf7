import { type ClientEventName, mostEvents } from '@learnt/contract/analytics-names'
import { cutText } from '@learnt/contract/cut-text'
import type { Me } from '@learnt/contract/session'

type Properties = Record<string, string | number | boolean>
type Event =
  | { kind: 'identify' }
  | { kind: 'page'; hitId: string; title: string; path: string }
  | { kind: 'track'; name: ClientEventName; properties?: Properties }

/** What people do in a few seconds goes in one report. */
const everyMs = 5000
const soonAt = 20
const address = '/api/analytics'
const identifiedKey = 'learnt.identified'

let enabled = false
let hint: { team?: string; tenant?: string } = {}
let queue: Event[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let lastPath = ''
let listens = false

/**
 * Whose pages these are from now on. Nothing is gathered while the tenant has it off, nor while an administrator acts as
 * somebody: that is not the person's doing.
 */
export function configureAnalytics(of: {
  isOn: boolean
  me: Pick<Me, 'membershipId' | 'sessionStartedAt' | 'impersonation'> | null
  team: { id: string; tenantId: string }
}): void {
  enabled = of.isOn && !of.me?.impersonation
  hint = { team: of.team.id, tenant: of.team.tenantId }
  if (!enabled) {
    queue = []
    clearTimeout(timer)
    timer = undefined
    return
  }
  if (!listens) {
    listens = true
    // The last words of a page: a beacon outlives it.
    addEventListener('pagehide', sendLast)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') sendLast()
    })
  }
  if (of.me && isNew(`${of.me.membershipId} ${of.me.sessionStartedAt}`)) put({ kind: 'identify' })
}

/** A page is shown; the same address twice in a row is one view. */
export function trackPage(path: string, title: string): void {
  if (!enabled || path === lastPath) return
  lastPath = path
  put({ kind: 'page', hitId: crypto.randomUUID(), title: cutText(title, 200), path: cutText(path, 300) })
}

export function track(name: ClientEventName, properties?: Properties): void {
  if (enabled) put({ kind: 'track', name, ...(properties ? { properties } : {}) })
}

function put(event: Event): void {
  queue.push(event)
  if (queue.length >= soonAt) void send()
  else timer ??= setTimeout(() => void send(), everyMs)
}

/** Lost reports are no harm: they are not sent again, and nobody hears of it. */
async function send(): Promise<void> {
  const body = take()
  if (body === null) return
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    credentials: 'same-origin',
    body,
  }).catch(() => {})
}

function sendLast(): void {
  const body = take()
  if (body !== null) navigator.sendBeacon(address, new Blob([body], { type: 'application/json' }))
}

function take(): string | null {
  clearTimeout(timer)
  timer = undefined
  if (queue.length === 0) return null
  const events = queue.splice(0, mostEvents)
  return JSON.stringify({ events, ...hint })
}

/** Once for each session of the browser. */
function isNew(session: string): boolean {
  try {
    if (sessionStorage.getItem(identifiedKey) === session) return false
    sessionStorage.setItem(identifiedKey, session)
  } catch {
    // without storage each page says it again
  }
  return true
}
