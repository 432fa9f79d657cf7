import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createPresence } from './presence.ts'

const said: object[] = []
const book = () => createPresence((request) => void said.push(request))
const online = (userId: string) => ({ userId, state: 'online' as const, area: 'home' as const, since: null })

beforeEach(() => {
  said.length = 0
  vi.useFakeTimers()
})

describe('presence', () => {
  it('asks for all on screen at once, and again only when they change', () => {
    const presence = book()
    const stops = ['b', 'a'].map((id) => presence.watch(id, () => {}))
    vi.advanceTimersByTime(150)
    expect(said).toEqual([{ say: 'watch', userIds: ['b', 'a'] }])
    const again = presence.watch('a', () => {})
    again()
    vi.advanceTimersByTime(150)
    expect(said).toHaveLength(1)
    stops[1]?.()
    vi.advanceTimersByTime(150)
    expect(said.at(-1)).toEqual({ say: 'watch', userIds: ['b'] })
  })

  it('keeps what is heard of watched people, tells their listeners, and knows nothing without a socket', () => {
    const presence = book()
    const heard = vi.fn()
    presence.watch('a', heard)
    vi.advanceTimersByTime(150)
    presence.hear([online('a'), online('stranger')])
    expect(presence.read('a')?.state).toBe('online')
    expect(presence.read('stranger')).toBeNull()
    presence.lost()
    expect(presence.read('a')).toBeNull()
    expect(heard).toHaveBeenCalledTimes(2)
    presence.here('chat')
    said.length = 0
    presence.opened()
    expect(said).toEqual([
      { say: 'here', area: 'chat' },
      { say: 'watch', userIds: ['a'] },
    ])
  })

  it('keeps what it knows and hears meanwhile about people whose row renders again', () => {
    const presence = book()
    const stop = presence.watch('a', () => {})
    vi.advanceTimersByTime(150)
    presence.hear([{ ...online('a'), state: 'offline' }])
    stop()
    expect(presence.read('a')?.state).toBe('offline')
    presence.hear([online('a')])
    const stopAgain = presence.watch('a', () => {})
    vi.advanceTimersByTime(150)
    expect(said).toHaveLength(1)
    expect(presence.read('a')?.state).toBe('online')
    stopAgain()
    vi.advanceTimersByTime(150)
    expect([said.at(-1), presence.read('a')]).toEqual([{ say: 'watch', userIds: [] }, null])
  })

  it('says where the page is once for each place', () => {
    const presence = book()
    for (const area of ['home', 'home', 'chat'] as const) presence.here(area)
    expect(said).toEqual([
      { say: 'here', area: 'home' },
      { say: 'here', area: 'chat' },
    ])
  })
})
