import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLive } from './live.ts'

class FakeSocket {
  readyState = 0
  sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event?: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close(code = 1006) {
    this.readyState = 3
    this.onclose?.({ code })
  }
  open() {
    this.readyState = 1
    this.onopen?.()
  }
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

let sockets: FakeSocket[] = []
const last = () => sockets.at(-1) as FakeSocket
const makeSocket = () => {
  const socket = new FakeSocket()
  sockets.push(socket)
  return socket as unknown as WebSocket
}

beforeEach(() => {
  sockets = []
  vi.useFakeTimers()
})

describe('the live socket', () => {
  it('opens with the first listener and shares itself', () => {
    const live = createLive({ address: 'ws://x', makeSocket })
    expect(sockets).toHaveLength(0)
    live.follow('jobs', () => {})
    live.follow('courses', () => {})
    last().open()
    live.follow('jobs', () => {})
    expect(sockets).toHaveLength(1)
    expect(last().sent).toEqual([
      { say: 'subscribe', topic: 'jobs' },
      { say: 'subscribe', topic: 'courses' },
    ])
    live.close()
  })

  it('comes back with growing pauses and asks for what it missed', () => {
    const heard = vi.fn()
    const live = createLive({ address: 'ws://x', makeSocket })
    live.follow('jobs', heard)
    last().open()
    last().hear({ say: 'changed', topic: 'jobs', kind: 'progress', id: '1', cursor: 'c7' })
    expect(heard).toHaveBeenCalledOnce()
    last().close()
    vi.advanceTimersByTime(1000)
    expect(sockets).toHaveLength(2)
    last().close()
    vi.advanceTimersByTime(600)
    expect(sockets).toHaveLength(2)
    vi.advanceTimersByTime(2000)
    expect(sockets).toHaveLength(3)
    last().open()
    expect(last().sent).toEqual([{ say: 'subscribe', topic: 'jobs', since: 'c7' }])
    live.close()
  })

  it('comes back at once, as often as it takes, when the server restarts', () => {
    const live = createLive({ address: 'ws://x', makeSocket })
    live.follow('jobs', () => {})
    for (let times = 1; times <= 6; times++) {
      last().open()
      last().close(1012)
      vi.advanceTimersByTime(1000)
      expect(sockets).toHaveLength(times + 1)
    }
    live.close()
  })

  it('remembers where it began to listen, though nothing has changed yet', () => {
    const live = createLive({ address: 'ws://x', makeSocket })
    live.follow('jobs', () => {})
    last().open()
    last().hear({ say: 'subscribed', topic: 'jobs', cursor: '41' })
    last().close()
    vi.advanceTimersByTime(1000)
    last().open()
    expect(last().sent).toEqual([{ say: 'subscribe', topic: 'jobs', since: '41' }])
    live.close()
  })

  it('has everything asked for again when it missed too much', () => {
    const heard = vi.fn()
    const live = createLive({ address: 'ws://x', makeSocket })
    live.follow('jobs', heard)
    last().open()
    last().hear({ say: 'reset', topic: 'jobs', cursor: '900' })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ say: 'reset', topic: 'jobs', cursor: '900' })
    last().close()
    vi.advanceTimersByTime(1000)
    last().open()
    expect(last().sent).toEqual([{ say: 'subscribe', topic: 'jobs', since: '900' }])
    live.close()
  })

  it('stops for good when the session has ended', () => {
    const ended = vi.fn()
    const live = createLive({ address: 'ws://x', makeSocket, onSignedOut: ended })
    live.follow('me', () => {})
    last().open()
    last().hear({ say: 'signedOut' })
    vi.advanceTimersByTime(60_000)
    expect(ended).toHaveBeenCalledOnce()
    expect(sockets).toHaveLength(1)
  })

  it('unsubscribes with the last listener of a topic', () => {
    const live = createLive({ address: 'ws://x', makeSocket })
    const stop = live.follow('jobs', () => {})
    last().open()
    stop()
    expect(last().sent.at(-1)).toEqual({ say: 'unsubscribe', topic: 'jobs' })
    live.close()
  })
})
