import type { FilePurpose, StoredFile } from '@learnt/contract/files'
import type { PackageProblem } from '@learnt/contract/packages'
import { addressOf, call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { startUpload, type UploadControl } from '../../ui/upload.ts'

export type UploadState =
  | { at: 'running'; name: string; size: number; sent: number; from: number; since: number }
  | { at: 'paused'; name: string; size: number; sent: number }
  | { at: 'failed'; name: string; size: number; sent: number; reason: string }
  /** Everything has arrived; the server looks at it. */
  | { at: 'checking'; name: string }
  | { at: 'refused'; name: string; reason: string; problems: readonly PackageProblem[]; more: number }
  /** Kept, with things to know. */
  | { at: 'accepted'; name: string; problems: readonly PackageProblem[]; more: number }

/** What the server found in a file. `more`: problems beyond those named. */
export interface Checked {
  accepted: boolean
  reason: string
  problems: readonly PackageProblem[]
  more: number
}

export interface UploadWords {
  lost: string
  failed: (error: unknown) => string
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * The uploads of one editor page. They belong to a place of the content (`slot`), not to a form on the screen: another
 * step can be opened while a film is on its way.
 */
export function createUploads(words: UploadWords) {
  const states = new Map<string, UploadState>()
  const controls = new Map<string, UploadControl>()
  const listeners = new Set<() => void>()
  let version = 0
  const set = (slot: string, state: UploadState | null) => {
    if (state) states.set(slot, state)
    else states.delete(slot)
    version++
    for (const listener of listeners) listener()
  }

  const send = async (slot: string, file: File, finish: (uploadId: string) => Promise<void>) => {
    const about = { name: file.name, size: file.size }
    await controls.get(slot)?.abandon()
    set(slot, { at: 'running', ...about, sent: 0, from: 0, since: Date.now() })
    const control = await startUpload(addressOf(api.files.create), file, {
      onProgress: (sent, from) => {
        const now = states.get(slot)
        if (now?.at === 'paused') return
        set(slot, {
          at: 'running',
          ...about,
          sent,
          from,
          since: now?.at === 'running' && now.from === from ? now.since : Date.now(),
        })
      },
      onFailed: (reason) => {
        const now = states.get(slot)
        set(slot, { at: 'failed', ...about, sent: now && 'sent' in now ? now.sent : 0, reason: reason || words.lost })
      },
      onDone: async (uploadId) => {
        controls.delete(slot)
        set(slot, { at: 'checking', name: file.name })
        try {
          await finish(uploadId)
        } catch (error) {
          set(slot, { at: 'refused', name: file.name, reason: reasonOf(error, words), problems: [], more: 0 })
        }
      },
    })
    controls.set(slot, control)
  }

  return {
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    version: () => version,
    find: (slot: string): UploadState | undefined => states.get(slot),
    isBusy: () => [...states.values()].some(({ at }) => at === 'running' || at === 'paused' || at === 'checking'),
    sendFile(slot: string, file: File, purpose: FilePurpose, done: (stored: StoredFile) => void) {
      return send(slot, file, async (uploadId) => {
        const stored = await call(api.files.adopt, { body: { uploadId, purpose } })
        set(slot, null)
        done(stored)
      })
    },
    /** A file that the server looks at longer: `check` says what it found, and keeps what it accepts. */
    sendChecked(slot: string, file: File, purpose: FilePurpose, check: (stored: StoredFile) => Promise<Checked>) {
      return send(slot, file, async (uploadId) => {
        const stored = await call(api.files.adopt, { body: { uploadId, purpose } })
        const { accepted, reason, problems, more } = await check(stored)
        if (!accepted) set(slot, { at: 'refused', name: file.name, reason, problems, more })
        else set(slot, problems.length > 0 ? { at: 'accepted', name: file.name, problems, more } : null)
      })
    },
    pause(slot: string) {
      const now = states.get(slot)
      if (now?.at !== 'running') return
      controls.get(slot)?.pause()
      set(slot, { at: 'paused', name: now.name, size: now.size, sent: now.sent })
    },
    resume(slot: string) {
      const now = states.get(slot)
      if (now?.at !== 'paused' && now?.at !== 'failed') return
      set(slot, { at: 'running', name: now.name, size: now.size, sent: now.sent, from: now.sent, since: Date.now() })
      controls.get(slot)?.resume()
    },
    dismiss(slot: string) {
      void controls.get(slot)?.abandon()
      controls.delete(slot)
      set(slot, null)
    },
    /** The page is left: what is on its way stops, and goes on when the same file is chosen again. */
    stop() {
      for (const control of controls.values()) control.pause()
    },
  }
}

/** One file by a picture button: no slot, no pause, just its address. */
export async function uploadNow(file: File, purpose: FilePurpose, words: UploadWords): Promise<StoredFile> {
  const uploadId = await new Promise<string>((resolve, reject) => {
    void startUpload(addressOf(api.files.create), file, {
      onProgress: () => {},
      onFailed: (reason) => reject(new Error(reason || words.lost)),
      onDone: resolve,
    })
  })
  try {
    return await call(api.files.adopt, { body: { uploadId, purpose } })
  } catch (error) {
    throw new Error(reasonOf(error, words))
  }
}

function reasonOf(error: unknown, words: UploadWords): string {
  return isProblem(error) && error.errors.length > 0
    ? error.errors.map((one) => one.message).join(' ')
    : words.failed(error)
}
