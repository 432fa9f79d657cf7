import type { Problem } from '@learnt/contract/problem'

/** What came back once somebody was there to answer. */
export interface Reply<T> {
  status: number
  /** Null when it was refused. */
  body: T | null
  problem: Problem | null
  /** When the request that was answered had been sent. */
  sentAt: number
  /** Requests that it took. */
  tries: number
}

export interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** Hears of a request that got no answer, or the answer that the server cannot do it now. */
export type OnFailure = () => Promise<void> | void

/**
 * Sends a request again and again until there is an answer that settles it, as a browser's queue does. The server may have
 * carried out any of those that got no answer.
 */
export async function ask<T>(
  make: () => Request,
  onFailure: OnFailure = () => {},
  withinMs = 10_000,
): Promise<Reply<T>> {
  for (let tries = 1; ; tries++) {
    const sentAt = Date.now()
    const request = make()
    try {
      const answer = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        signal: AbortSignal.timeout(withinMs),
      })
      const { status } = answer
      const text = await answer.text()
      if (status < 500 && status !== 429) {
        const json: unknown = text === '' ? null : JSON.parse(text)
        const refused = status >= 400
        return {
          status,
          body: refused ? null : (json as T),
          problem: refused ? (json as Problem) : null,
          sentAt,
          tries,
        }
      }
      const seconds = Number(answer.headers.get('retry-after') ?? 0)
      if (status === 429) await pause(Math.min(2, seconds) * 1000)
      else await onFailure()
    } catch {
      await onFailure()
    }
    await pause(50 + 50 * Math.random())
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
