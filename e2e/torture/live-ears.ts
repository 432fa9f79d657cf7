import { LiveMessage, type LiveTopic } from '@learnt/contract/live'
import type { Caller } from '../given/calls.ts'
import { pause } from './patience.ts'

/** A browser's socket without the browser. */
export interface Ears {
  readonly heard: LiveMessage[]
  /** Milliseconds until a matching message arrives. */
  until(wanted: (message: LiveMessage) => boolean): Promise<number>
  close(): void
}

export async function listen(
  { url, cookie }: Pick<Caller, 'url' | 'cookie'>,
  topics: readonly LiveTopic[],
): Promise<Ears> {
  const headers = { cookie: `${cookie.name}=${cookie.value}`, origin: url }
  // The WebSocket standard has no headers, but Node's implementation accepts them.
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/live`, { headers } as never)
  const heard: LiveMessage[] = []
  socket.onmessage = (event) => heard.push(LiveMessage.parse(JSON.parse(String(event.data))))
  await new Promise((opened, failed) => {
    socket.onopen = opened
    socket.onerror = () => failed(new Error('The socket was refused'))
  })
  const ears: Ears = {
    heard,
    async until(wanted) {
      const began = performance.now()
      while (!heard.some(wanted)) {
        if (performance.now() - began > 60_000)
          throw new Error(`Not heard within a minute; heard ${JSON.stringify(heard)}`)
        await pause(5)
      }
      return performance.now() - began
    },
    close: () => socket.close(),
  }
  for (const topic of topics) socket.send(JSON.stringify({ say: 'subscribe', topic }))
  for (const topic of topics) await ears.until((message) => message.say === 'subscribed' && message.topic === topic)
  return ears
}
