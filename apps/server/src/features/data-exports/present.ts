import type { OwnData } from '@learnt/contract/data-exports'
import type { Presented } from '@learnt/contract/endpoint'
import { isOpenRequest, nextEraseAt } from './policy.ts'
import type { EraseRow, OwnDataRows } from './queries/find-own-data.ts'

export function presentOwnData({ exports, erase }: OwnDataRows, now: Date): Presented<typeof OwnData> {
  const under = exports.find((one) => one.state !== 'ready')
  const ready = exports.find((one) => one.state === 'ready' && one.expiresAt !== null && one.expiresAt > now)
  return {
    under: under
      ? {
          id: under.id,
          jobId: under.jobId,
          state: under.state === 'failed' ? 'failed' : 'making',
          askedAt: under.askedAt,
          done: under.done ?? 0,
          total: under.total,
        }
      : null,
    ready:
      ready?.readyAt && ready.expiresAt
        ? {
            id: ready.id,
            readyAt: ready.readyAt,
            expiresAt: ready.expiresAt,
            size: Number(ready.size ?? 0),
          }
        : null,
    erase: presentEraseRequest(erase),
    nextEraseAt: nextEraseAt(erase, now),
  }
}

export function presentEraseRequest(erase: EraseRow | undefined): { askedAt: Date; reason: string } | null {
  return isOpenRequest(erase) ? { askedAt: erase.askedAt, reason: erase.reason } : null
}
