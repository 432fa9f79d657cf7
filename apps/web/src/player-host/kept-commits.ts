import { isJournalRecord, type JournalRecord } from '@learnt/contract/player'

/**
 * Commits that a player could not keep in its own storage, because the browser denies it to framed pages. Kept for the
 * attempt alone that they belong to; only a player that was launched for that attempt is given them back.
 */
const databaseName = 'learnt-kept-commits'
const storeName = 'commits'

let opening: Promise<IDBDatabase | null> | undefined

export async function keepCommit(record: JournalRecord): Promise<void> {
  const database = await open()
  if (database === null) return
  const transaction = database.transaction(storeName, 'readwrite', { durability: 'relaxed' })
  transaction.objectStore(storeName).put(record)
  transaction.commit()
}

/** Unless a newer one stands in its place. */
export async function forgetCommit(of: Pick<JournalRecord, 'attemptId' | 'epoch' | 'sco' | 'seq'>): Promise<void> {
  const database = await open()
  if (database === null) return
  const store = database.transaction(storeName, 'readwrite', { durability: 'relaxed' }).objectStore(storeName)
  const key = [of.attemptId, of.epoch, of.sco]
  const found = store.get(key)
  found.onsuccess = () => {
    const record: unknown = found.result
    if (isJournalRecord(record) && record.seq <= of.seq) store.delete(key)
  }
}

export async function listKeptCommits(attemptId: string): Promise<JournalRecord[]> {
  const database = await open()
  if (database === null) return []
  return new Promise((resolve) => {
    const request = database
      .transaction(storeName, 'readonly')
      .objectStore(storeName)
      .getAll(IDBKeyRange.bound([attemptId], [attemptId, []]))
    request.onsuccess = () => resolve((request.result as unknown[]).filter(isJournalRecord))
    request.onerror = () => resolve([])
  })
}

function open(): Promise<IDBDatabase | null> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () =>
        request.result.createObjectStore(storeName, { keyPath: ['attemptId', 'epoch', 'sco'] })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => resolve(null)
    } catch {
      resolve(null)
    }
  })
  return opening
}
