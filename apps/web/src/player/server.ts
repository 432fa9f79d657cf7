import type { RuntimeReply, RuntimeState } from '@learnt/contract/runtime'

const patience = 15_000

/** The two operations of the run-time API, at the application's origin. No cookies go along: the token is all. */
export function connectServer(appOrigin: string) {
  const base = `${appOrigin}/api/runtime`
  return {
    async state(token: string): Promise<{ status: number; state: RuntimeState | null }> {
      const reply = await fetch(`${base}/state`, {
        headers: { authorization: `Bearer ${token}` },
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(patience),
      })
      return { status: reply.status, state: reply.ok ? ((await reply.json()) as RuntimeState) : null }
    },

    async commit(
      token: string,
      body: string,
      keepalive: boolean,
    ): Promise<{ status: number; reply: RuntimeReply | null; retryAfter: number }> {
      const reply = await fetch(`${base}/commit`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        credentials: 'omit',
        keepalive,
        body,
        // A request of a page that goes away must not be cut off by a timer of that page.
        ...(keepalive ? {} : { signal: AbortSignal.timeout(patience) }),
      })
      const retryAfter = Number(reply.headers.get('retry-after') ?? 0) * 1000
      return { status: reply.status, reply: reply.ok ? ((await reply.json()) as RuntimeReply) : null, retryAfter }
    },
  }
}

export type ServerConnection = ReturnType<typeof connectServer>
