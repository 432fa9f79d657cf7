import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configureAnalytics, track, trackPage } from './analytics.ts'

const me = { membershipId: 'm', sessionStartedAt: 'now' }
const team = { id: 'learnt', tenantId: 'learnt' }
let sent: { events: Record<string, unknown>[] }[] = []
let beacons = 0

beforeEach(() => {
  sent = []
  beacons = 0
  sessionStorage.clear()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    sent.push(JSON.parse(String(request.body)))
    return new Response(null, { status: 204 })
  })
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: () => ++beacons > 0 })
})
afterEach(() => {
  configureAnalytics({ isOn: false, me: null, team })
})

describe('first-party events', () => {
  it('go in one report, with an identify once for each session', async () => {
    configureAnalytics({ isOn: true, me, team })
    trackPage('/apps/one', 'One')
    trackPage('/apps/one', 'One')
    track('homepage-resume', { position: 1 })
    expect(sent).toEqual([])
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.events.map((one) => one.name ?? one.kind)).toEqual(['identify', 'page', 'homepage-resume'])
    expect(sent[0]).toMatchObject({ team: 'learnt', tenant: 'learnt' })
    configureAnalytics({ isOn: true, me, team })
    await vi.advanceTimersByTimeAsync(5000)
    expect(sent).toHaveLength(1)
  })

  it('go at once when there are many, and by a beacon when the page is left', async () => {
    configureAnalytics({ isOn: true, me: null, team })
    for (let i = 0; i < 20; i++) track('page-search')
    await vi.advanceTimersByTimeAsync(0)
    expect(sent[0]?.events).toHaveLength(20)
    trackPage('/apps/two', 'Two')
    dispatchEvent(new Event('pagehide'))
    expect(beacons).toBe(1)
    dispatchEvent(new Event('pagehide'))
    expect(beacons).toBe(1)
  })

  it('are none while the tenant has them off, and none of who only acts as somebody', async () => {
    configureAnalytics({ isOn: false, me, team })
    trackPage('/apps/three', 'Three')
    configureAnalytics({
      isOn: true,
      me: { ...me, impersonation: { name: 'Ada', writes: false, mayWrite: false, endsAt: '' } },
      team,
    })
    track('sign-in')
    await vi.advanceTimersByTimeAsync(60_000)
    dispatchEvent(new Event('pagehide'))
    expect([sent.length, beacons]).toEqual([0, 0])
  })
})
