import type { Problem } from '@learnt/contract/problem'

/** The result of a repeated request. */
export interface Reply<T> {
  status: number
  /** Null if it was refused. */
  body: T | null
  problem: Problem | null
  /** When the answered request was sent. */
  sentAt: number
  /** How many requests it needed. */
  tries: number
}

export interface Request {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** Called for a request without an answer, or with the answer that the server is unavailable. */
export type OnFailure = () => Promise<void> | void

/**
 * Repeats a request until there is a final answer, as a browser's queue does. The server may have carried out any of
 * the unanswered ones.
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
