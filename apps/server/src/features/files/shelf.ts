import type { DataStore } from '@tus/server'
import type { Actor } from '../../platform/actor.ts'

/** What arrived of an upload. */
export interface Upload {
  /** As the sender called it. */
  readonly name: string
  readonly offset: number
  /** Null while the sender has not said it. */
  readonly size: number | null
}

/** Where uploads are stored until they are files. The caller has checked who owns an id. */
export interface Shelf {
  /** Of this machine: here arriving bytes need room. */
  readonly folder: string
  /** What the protocol writes to; loaded with the first upload. `owner` answers whose call it is. */
  open(owner: () => Actor): Promise<DataStore>
  /**
   * Written down before it is counted: of two that begin at once, in two processes, the later one sees the other. Answers
   * what the person has here with it, and how many bytes of all uploads still need room on this machine.
   */
  begin(owner: Actor, uploadId: string, size: number): Promise<{ own: number[]; missing: number }>
  /** How many bytes of a portion need room on this machine while it arrives. */
  roomFor(bytes: number): number
  find(owner: Actor, uploadId: string): Promise<Upload | null>
  /** Gives the bytes of a finished upload as a file of this machine, which is there while `work` lasts. */
  withBytes<T>(owner: Actor, upload: Upload & { uploadId: string }, work: (path: string) => Promise<T>): Promise<T>
  remove(owner: Actor, uploadId: string): Promise<void>
  /** Bytes of all uploads that still need room on this machine. */
  missing(): Promise<number>
  /** Throws away what nobody has added to for a day. Answers how many. */
  removeAbandoned(): Promise<number>
}

export const abandonedAfterMs = 24 * 3_600_000
