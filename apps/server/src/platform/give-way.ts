import type { ServerResponse } from 'node:http'

// Who goes first where not all can at once. Whoever waits in a queue to sign in may as well wait a moment longer; whoever
// has long been in and opens a page should not feel the queue.

/** A page is answered in a few milliseconds, so several are meanwhile; a hash takes 20 to 50, and it waits for many. */
const LONGEST_MS = 20

/** Requests that are worked at now: not those that wait here, or for what is computed elsewhere. */
let inHand = 0
/** What lets each of the waiting go on, first come first. */
const waiting: (() => void)[] = []

/** The request is in hand until its answer has gone, or its connection. */
export function takeInHand(response: ServerResponse): void {
  inHand++
  const gone = () => {
    response.off('finish', gone)
    response.off('close', gone)
    leave()
  }
  response.once('finish', gone)
  response.once('close', gone)
}

/** What another thread or process computes: whoever asks for it is not in hand meanwhile. */
export async function elsewhere<T>(compute: () => Promise<T>): Promise<T> {
  leave()
  try {
    return await compute()
  } finally {
    inHand++
  }
}

/** Goes on when no request is in hand, one after the other; after 20 ms in any case, for some download takes minutes. */
export function letOthersGoFirst(): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(latest)
      waiting.splice(waiting.indexOf(goOn), 1)
      inHand++
      resolve()
    }
    const latest = setTimeout(goOn, LONGEST_MS)
    waiting.push(goOn)
    leave()
  })
}

function leave(): void {
  inHand--
  if (inHand <= 0) waiting[0]?.()
}
