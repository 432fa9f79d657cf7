import type { LiveMessage, LiveRequest, LiveTopic } from '@learnt/contract/live'
import { createPresence, type PresenceBook } from './presence.ts'

/** Something changed, or so much that everything is to be asked for again. */
export type Change = Extract<LiveMessage, { say: 'changed' | 'reset' }>
type Listener = (change: Change) => void

export interface Live {
  /** Hears what changes in a topic; the socket is open while somebody listens. */
  follow(topic: LiveTopic, listener: Listener): () => void
  close(): void
  readonly presence: PresenceBook
}

export interface LiveOptions {
  address: string
  onSignedOut?: () => void
  makeSocket?: (address: string) => WebSocket
}

/** Close code of RFC 6455’s registry: the server restarts. */
const serviceRestart = 1012
const firstPause = 500
const longestPause = 30_000

/** The browser's one socket: comes back by itself with growing pauses and asks for what it missed by the last cursor. */
export function createLive({ address, onSignedOut, makeSocket = (to) => new WebSocket(to) }: LiveOptions): Live {
  const listeners = new Map<LiveTopic, Set<Listener>>()
  const cursors = new Map<LiveTopic, string>()
  let socket: WebSocket | null = null
  let pause = firstPause
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const say = (request: LiveRequest) => {
    if (socket?.readyState === 1) socket.send(JSON.stringify(request))
  }
  const presence = createPresence(say)
  const subscribe = (topic: LiveTopic) => {
    const since = cursors.get(topic)
    say({ say: 'subscribe', topic, ...(since ? { since } : {}) })
  }
  const connect = () => {
    if (closed || socket || listeners.size === 0) return
    clearTimeout(timer)
    const next = makeSocket(address)
    socket = next
    next.onopen = () => {
      pause = firstPause
      for (const topic of listeners.keys()) subscribe(topic)
      presence.opened()
    }
    next.onmessage = (event) => hear(JSON.parse(String(event.data)) as LiveMessage)
    next.onclose = (event?: CloseEvent) => {
      if (socket === next) socket = null
      presence.lost()
      if (closed || listeners.size === 0) return
      // the server restarts and asks to come back at once; a second apart, so that not all pages come in the same moment
      if (event?.code === serviceRestart) {
        timer = setTimeout(connect, Math.random() * 1000)
        return
      }
      timer = setTimeout(connect, pause * (0.75 + Math.random() / 2))
      pause = Math.min(pause * 2, longestPause)
    }
  }
  const hear = (message: LiveMessage) => {
    if (message.say === 'subscribed') cursors.set(message.topic, message.cursor)
    else if (message.say === 'changed' || message.say === 'reset') {
      cursors.set(message.topic, message.cursor)
      for (const listener of listeners.get(message.topic) ?? []) listener(message)
    } else if (message.say === 'presence') presence.hear(message.people)
    else if (message.say === 'signedOut') {
      close()
      onSignedOut?.()
    }
  }
  const wake = () => {
    if (!document.hidden) connect()
  }
  const close = () => {
    closed = true
    clearTimeout(timer)
    removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
    socket?.close()
    socket = null
  }
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return {
    follow(topic, listener) {
      const known = listeners.get(topic)
      if (known) known.add(listener)
      else {
        listeners.set(topic, new Set([listener]))
        if (socket) subscribe(topic)
        else connect()
      }
      return () => {
        const left = listeners.get(topic)
        left?.delete(listener)
        if (left && left.size === 0) {
          listeners.delete(topic)
          say({ say: 'unsubscribe', topic })
        }
      }
    },
    close,
    presence,
  }
}
