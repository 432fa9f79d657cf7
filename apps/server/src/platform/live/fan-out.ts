import type { LiveTopic } from '@learnt/contract/live'

/** One event as the relay tells it to all processes. */
export interface LiveEvent {
  /** Its place among all changes, in the order in which they were told. */
  position: number
  tenantId: string
  topic: LiveTopic
  userId: string | null
  kind: string
  subjectId: string
}

/** What all processes of an installation are told: changes, and who is there. */
export type Channel = 'live' | 'presence'

export interface Ears {
  heard(what: unknown): void
  /**
   * Something may have been said that was not heard. `cameBack`: the line was away, or comes for the first time, so that
   * others may not have heard us either.
   */
  missed(cameBack: boolean): void
}

/**
 * The line between processes where it is not PostgreSQL's own. It is quick, and may lose, double and reorder messages:
 * listeners read the truth from the database.
 */
export interface FanOut {
  /** Host and port, for people; no password. */
  readonly server: string
  readonly isConnected: boolean
  /** Bytes of JSON that may be told at once. */
  readonly mostBytes: number
  /** Call after the commit. What cannot be sent now is not sent at all. */
  tell(channel: Channel, what: object): void
  /** Until the returned function is called. */
  hear(channel: Channel, ears: Ears): () => void
  /** Sends what was told first. */
  stop(): Promise<void>
}
