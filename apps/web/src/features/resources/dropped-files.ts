import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { purposeOf, resourceMaxBytes } from '../documents/document-files.ts'
import { createUploads, type UploadState, type UploadWords } from '../documents/uploads.ts'

/** Uploads at the same time; the others wait for their turn. */
const atOnce = 2

export interface DroppedFile {
  readonly slot: string
  readonly name: string
  readonly size: number
  /** How its upload stands; null while it waits, and when it is over. */
  readonly upload: UploadState | null
  /** The resource that was made of it. */
  readonly resourceId: string | null
  /** Why it was not sent at all. */
  readonly refused: string | null
}

export type DroppedFiles = ReturnType<typeof createDroppedFiles>

interface Entry {
  slot: string
  file: File
  state: 'waiting' | 'sent' | 'made' | 'refused'
  resourceId: string | null
  refused: string | null
}

/**
 * Files on their way to becoming one resource each. One that is refused is named with its reason, and the others go on.
 * `onMade`: a resource is there.
 */
export function createDroppedFiles(words: UploadWords & { wrongType: string; tooLarge: string }, onMade: () => void) {
  const uploads = createUploads(words)
  const listeners = new Set<() => void>()
  let entries: readonly Entry[] = []
  let seen: readonly DroppedFile[] = []
  let count = 0
  const tell = () => {
    seen = entries.map(({ slot, file, state, resourceId, refused }) => ({
      slot,
      name: file.name,
      size: file.size,
      upload: state === 'sent' ? (uploads.find(slot) ?? null) : null,
      resourceId,
      refused,
    }))
    for (const listener of listeners) listener()
  }
  const set = (slot: string, change: Partial<Entry>) => {
    entries = entries.map((one) => (one.slot === slot ? { ...one, ...change } : one))
    tell()
  }
  /** One that paused, failed or was refused does not hold up the others. */
  const isUnderWay = ({ slot, state }: Entry) => {
    if (state !== 'sent') return false
    // Not known yet: it is about to begin.
    const { at } = uploads.find(slot) ?? { at: 'running' }
    return at === 'running' || at === 'checking'
  }
  const goOn = () => {
    while (entries.filter(isUnderWay).length < atOnce) {
      const next = entries.find((one) => one.state === 'waiting')
      const purpose = next && purposeOf(next.file)
      if (!next || !purpose) return
      entries = entries.map((one) => (one === next ? { ...one, state: 'sent' as const } : one))
      void uploads.sendChecked(next.slot, next.file, purpose, async (stored) => {
        const made = await call(api.resources.create, { body: { fileId: stored.id } })
        set(next.slot, { state: 'made', resourceId: made.id })
        onMade()
        return { accepted: true, reason: '', problems: [], more: 0 }
      })
    }
  }
  uploads.listen(() => {
    tell()
    goOn()
  })
  return {
    listen: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => seen,
    isBusy: () => entries.some((one) => one.state === 'waiting') || uploads.isBusy(),
    add(files: readonly File[]) {
      const added = files.map((file): Entry => {
        const refused =
          purposeOf(file) === null ? words.wrongType : file.size > resourceMaxBytes ? words.tooLarge : null
        return { slot: `dropped-${count++}`, file, state: refused ? 'refused' : 'waiting', resourceId: null, refused }
      })
      entries = [...entries, ...added]
      tell()
      goOn()
    },
    pause: uploads.pause,
    resume: uploads.resume,
    /** Takes it off the list; what of it is on its way stops. */
    dismiss(slot: string) {
      uploads.dismiss(slot)
      entries = entries.filter((one) => one.slot !== slot)
      tell()
      goOn()
    },
    /** Takes off what is over. */
    clear() {
      entries = entries.filter(
        (one) => one.state === 'waiting' || (one.state === 'sent' && uploads.find(one.slot)?.at !== 'refused'),
      )
      tell()
    },
    stop: uploads.stop,
  }
}
