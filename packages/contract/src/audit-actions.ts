/** What the audit log may record of one noun. Pages have words for each of its verbs and subjects, in every language. */
interface AuditNoun {
  readonly verbs?: string
  /** What its entries are about. */
  readonly subjects?: string
  /** documentOperations() makes its operations: their verbs have the same words for every kind. */
  readonly isDocument?: true
}

/** By noun. Each feature's contract adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the contract of a feature adds to it
export interface AuditNouns {}

/**
 * Nouns of which things are only created, changed and removed. The pages have one word for each of the three, and name the
 * subject by the title of its page. Each feature's contract adds its noun.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the contract of a feature adds to it
export interface PlainNouns {}

/** What happens to the documents of every kind that documentOperations() makes. The pages have one word for each verb. */
export type DocumentVerb =
  | 'archive'
  | 'bulk'
  | 'create'
  | 'discard'
  | 'duplicate'
  | 'publish'
  | 'restore'
  | 'restoreVersion'
  | 'saveDraft'
  | 'withdraw'

type Part<Name extends keyof AuditNoun, Noun> = Noun extends Record<Name, infer Value extends string> ? Value : never

/** Kinds of documents, as the log names them. */
export type DocumentNoun = {
  [Noun in keyof AuditNouns]: AuditNouns[Noun] extends { isDocument: true } ? Noun : never
}[keyof AuditNouns]

/** Actions for which the pages have words of their own. */
export type WordedAction = {
  [Noun in keyof AuditNouns]: `${Noun}.${Part<'verbs', AuditNouns[Noun]>}`
}[keyof AuditNouns]

/** Dotted verb: `courses.publish`. */
export type AuditAction =
  | WordedAction
  | `${keyof PlainNouns}.${'change' | 'create' | 'remove'}`
  | `${DocumentNoun}.${DocumentVerb}`

/** Words for each of them. */
export type AuditWords = {
  [Noun in keyof AuditNouns as 'verbs' extends keyof AuditNouns[Noun] ? Noun : never]: Record<
    Part<'verbs', AuditNouns[Noun]>,
    string
  >
}

export type AuditSubject = WordedSubject | keyof PlainNouns

/** Subjects for which the pages have a word. */
export type WordedSubject = Part<'subjects', AuditNouns[keyof AuditNouns]>
