import { call, newKey } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'

/** A check-in that waits on this device for a network. Its number makes it count once, however often it is sent. */
export interface KeptScan {
  id: string
  eventId: string
  /** Of the facilitator's scans; null: the person's own check-in. */
  sessionId: string | null
  code: string
  scannedAt: string
}

export interface SentScan {
  scan: KeptScan
  result: string
  name: string
}

const place = (userId: string) => `learnt.scans.${userId}`

export function readKept(userId: string): KeptScan[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place(userId)) ?? '[]')
    return Array.isArray(kept) ? (kept as KeptScan[]) : []
  } catch {
    return []
  }
}

function writeKept(userId: string, scans: readonly KeptScan[]): void {
  if (scans.length === 0) localStorage.removeItem(place(userId))
  else localStorage.setItem(place(userId), JSON.stringify(scans))
}

/** Keeps a scan before it is sent, so that a closed page loses nothing. */
export function keepScan(userId: string, of: Omit<KeptScan, 'id' | 'scannedAt'>): KeptScan {
  const scan = { ...of, id: newKey(), scannedAt: new Date().toISOString() }
  writeKept(userId, [...readKept(userId), scan])
  return scan
}

let isSending = false

/** Sends everything that is kept, the oldest first. What has no answer stays; a refusal of the server is an answer. */
export async function sendKept(userId: string): Promise<SentScan[]> {
  if (isSending) return []
  isSending = true
  const sent: SentScan[] = []
  try {
    for (const scan of readKept(userId)) {
      try {
        sent.push(await sendOne(scan))
      } catch (error) {
        if (isProblem(error, 'unavailable') || isProblem(error, 'too-many-requests')) break
        sent.push({ scan, result: 'wrongCode', name: '' })
      }
      writeKept(
        userId,
        readKept(userId).filter((one) => one.id !== scan.id),
      )
    }
  } finally {
    isSending = false
  }
  return sent
}

async function sendOne(scan: KeptScan): Promise<SentScan> {
  const { id, code, scannedAt, eventId: documentId, sessionId } = scan
  if (sessionId === null) {
    const { result } = await call(api.events.checkIn, { params: { documentId }, body: { id, code, scannedAt } })
    return { scan, result, name: '' }
  }
  const { items } = await call(api.events.scan, {
    params: { documentId, sessionId },
    body: { scans: [{ id, code, scannedAt }] },
  })
  return { scan, result: items[0]?.result ?? 'wrongCode', name: items[0]?.person?.name ?? '' }
}
