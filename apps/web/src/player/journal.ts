import { isJournalRecord, type JournalRecord } from '@learnt/contract/player'
import type { RuntimeCommit } from '@learnt/contract/runtime'
import { runtimeLimits } from '@learnt/contract/runtime-limits'
import { seal } from './seal.ts'

/**
 * Unsent commits, kept on this device until the server has answered: at most one for each item and launch, and
 * separately the launch’s calls in pieces, so that a burst of commits appends and does not rewrite everything each
 * time.
 */
export interface Journal {
  /** Written before it returns while the page goes away, else moments later. */
  put(record: JournalRecord, leaving: boolean): void
  remove(record: Pick<JournalRecord, 'attemptId' | 'epoch' | 'sco' | 'seq'>): void
  /** What earlier launches of an attempt left, oldest first. */
  pending(attemptId: string): Promise<JournalRecord[]>
}

export interface OuterJournal {
  put(record: JournalRecord): void
  remove(record: Pick<JournalRecord, 'attemptId' | 'epoch' | 'sco' | 'seq'>): void
  pending: readonly JournalRecord[]
}

const databaseName = 'learnt-player'
const storeName = 'journal'
const localPrefix = 'learnt-journal:'

/**
 * IndexedDB (survives the browser being killed), localStorage too while the page goes away (written at once), and the
 * framing page's storage where this origin's own is denied, as browsers do that block third-party storage.
 */
export async function openJournal(outer: OuterJournal): Promise<Journal> {
  const database = await openDatabase()
  const local = findLocalStorage()
  let usesOuter = outer.pending.length > 0
  const putOuter = (record: JournalRecord) => {
    usesOuter = true
    outer.put(record)
  }
  const put = (record: JournalRecord, leaving: boolean) => {
    if (database === null || !putInto(database, record)) putOuter(record)
    if (leaving && local !== null) {
      try {
        local.setItem(localKey(record), JSON.stringify(record))
      } catch {
        putOuter(record)
      }
    }
  }
  return {
    put,
    remove(record) {
      if (database !== null) removeFrom(database, record)
      try {
        const there: unknown = JSON.parse(local?.getItem(localKey(record)) ?? 'null')
        if (isJournalRecord(there) && there.seq <= record.seq) local?.removeItem(localKey(record))
      } catch {
        // Denied meanwhile: then nothing is kept there either.
      }
      if (usesOuter) outer.remove(record)
    },
    async pending(attemptId) {
      const found = [
        ...(database === null ? [] : await readAll(database, attemptId)),
        ...readLocal(local, attemptId),
        ...outer.pending,
      ]
      const newest = new Map<string, JournalRecord>()
      for (const record of found) {
        if (!isJournalRecord(record) || record.attemptId !== attemptId) continue
        const key = localKey(record)
        const other = newest.get(key)
        if (other === undefined || other.seq < record.seq) newest.set(key, record)
      }
      return [...newest.values()].toSorted((a, b) => a.epoch - b.epoch || a.seq - b.seq)
    },
  }
}

/** No identifier of a manifest has a control character. */
const callsMark = '\u0001'

/** Names a piece of a launch's calls as if it were an item of its own. */
export function nameCalls(first: number): string {
  return `${callsMark}${first}`
}

/** The commits to send again, each launch's calls with the first of its items. What has another's seal is left out. */
export function gatherCommits(key: string, records: readonly JournalRecord[]): Array<[JournalRecord, RuntimeCommit]> {
  const sealed = records.filter((record) => isSealed(key, record))
  const callsOf = (epoch: number) =>
    sealed
      .filter((record) => record.epoch === epoch && record.sco.startsWith(callsMark))
      .flatMap((record) => record.commit.calls)
      .toSorted((a, b) => a.n - b.n)
  const told = new Set<number>()
  return sealed.flatMap((record) => {
    if (!('snapshot' in record.commit)) return []
    const calls = told.has(record.epoch) ? [] : callsOf(record.epoch)
    told.add(record.epoch)
    const all = [...record.commit.calls, ...calls].slice(0, runtimeLimits.callsPerCommit)
    return [[record, { ...record.commit, calls: all }]]
  })
}

/** Another package of this host can write into the same storage, but not with this seal. */
export function sealRecord(key: string, record: Omit<JournalRecord, 'seal'>): JournalRecord {
  return { ...record, seal: sealOf(key, record) }
}

export function isSealed(key: string, record: JournalRecord): boolean {
  return record.seal === sealOf(key, record)
}

function sealOf(key: string, record: Omit<JournalRecord, 'seal'>): string {
  const { attemptId, epoch, seq, sco, commit } = record
  return seal(key, JSON.stringify([attemptId, epoch, seq, sco, commit]))
}

function localKey(record: Pick<JournalRecord, 'attemptId' | 'epoch' | 'sco'>): string {
  return `${localPrefix}${record.attemptId}:${record.epoch}:${record.sco}`
}

function findLocalStorage(): Storage | null {
  try {
    window.localStorage.getItem(localPrefix)
    return window.localStorage
  } catch {
    return null
  }
}

function readLocal(local: Storage | null, attemptId: string): JournalRecord[] {
  const found: JournalRecord[] = []
  try {
    for (let index = 0; local !== null && index < local.length; index++) {
      const key = local.key(index)
      if (!key?.startsWith(`${localPrefix}${attemptId}:`)) continue
      const record: unknown = JSON.parse(local.getItem(key) ?? 'null')
      if (isJournalRecord(record)) found.push(record)
    }
  } catch {
    // What a package wrote under our name is not read.
  }
  return found
}

// ---- IndexedDB -------------------------------------------------------------------------------------------------

function openDatabase(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    let request: IDBOpenDBRequest
    try {
      request = indexedDB.open(databaseName, 1)
    } catch {
      return resolve(null)
    }
    request.onupgradeneeded = () =>
      request.result.createObjectStore(storeName, { keyPath: ['attemptId', 'epoch', 'sco'] })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
    request.onblocked = () => resolve(null)
    // A storage that never answers must not keep the course from opening.
    setTimeout(() => resolve(null), 3000)
  })
}

/** False when it could not even be begun. */
function putInto(database: IDBDatabase, record: JournalRecord): boolean {
  try {
    const transaction = database.transaction(storeName, 'readwrite', { durability: 'relaxed' })
    transaction.objectStore(storeName).put(record)
    // Without this the write waits for the event loop, which a closing page does not reach again.
    transaction.commit()
    return true
  } catch {
    return false
  }
}

/** Only when the record there is not a newer one. */
function removeFrom(database: IDBDatabase, record: Pick<JournalRecord, 'attemptId' | 'epoch' | 'sco' | 'seq'>): void {
  try {
    const store = database.transaction(storeName, 'readwrite', { durability: 'relaxed' }).objectStore(storeName)
    const key = [record.attemptId, record.epoch, record.sco]
    const found = store.get(key)
    found.onsuccess = () => {
      const { result } = found
      if (isJournalRecord(result) && result.seq <= record.seq) store.delete(key)
    }
  } catch {
    // It is sent again at the next launch, and answered as a duplicate.
  }
}

function readAll(database: IDBDatabase, attemptId: string): Promise<JournalRecord[]> {
  return new Promise((resolve) => {
    try {
      const range = IDBKeyRange.bound([attemptId], [attemptId, []])
      const request = database.transaction(storeName, 'readonly').objectStore(storeName).getAll(range)
      request.onsuccess = () => resolve((request.result as unknown[]).filter(isJournalRecord))
      request.onerror = () => resolve([])
    } catch {
      resolve([])
    }
  })
}
