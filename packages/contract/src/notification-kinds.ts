import type { DocumentType } from './document-kinds.ts'

/** A document that somebody has. Older notifications are about courses and do not say so. */
export interface GivenDocument {
  documentType?: DocumentType
  /** Of the document, whatever it is. */
  courseId: string
  title: string
}

/**
 * What a notification of each kind says beside its kind: ids and names. The page makes the words, in its reader's language.
 * Each feature's contract adds its kinds.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the contract of a feature adds to it
export interface NotificationParams {}
export type NotificationKind = keyof NotificationParams

/** Unread ones are counted no further; pages say "99+". */
export const unreadCountedAtMost = 100
