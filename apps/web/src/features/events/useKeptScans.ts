import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useMe } from '../../api/SessionProvider.tsx'
import { type KeptScan, keepScan, readKept, type SentScan, sendKept } from './kept-scans.ts'

const retryMs = 15_000

/** Check-ins that are kept on the device and sent when there is a network: at once, when it comes back, and again and again. */
export function useKeptScans(onSent: (sent: SentScan) => void) {
  const { userId } = useMe()
  const client = useQueryClient()
  const [waiting, setWaiting] = useState(() => readKept(userId).length)
  const told = useRef(onSent)
  told.current = onSent
  const send = useCallback(async () => {
    const sent = await sendKept(userId)
    setWaiting(readKept(userId).length)
    for (const one of sent) told.current(one)
    if (sent.length > 0) await client.invalidateQueries({ queryKey: ['events'] })
  }, [userId, client])
  useEffect(() => {
    void send()
    const again = () => void send()
    addEventListener('online', again)
    const timer = setInterval(() => readKept(userId).length > 0 && void send(), retryMs)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [send, userId])
  return {
    waiting,
    put: (of: Omit<KeptScan, 'id' | 'scannedAt'>) => {
      keepScan(userId, of)
      setWaiting(readKept(userId).length)
      void send()
    },
  }
}
