/** What the audit log may record of one noun. The feature's words/ have a text for each of its verbs and subjects. */
interface AuditNoun {
  readonly verbs?: string
  /** What its entries are about. */
  readonly subjects?: string
  /** documentOperations() makes its operations. */
  readonly isDocument?: true
}

/** By noun. Each feature's contract adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: the contract of a feature adds to it
export interface AuditNouns {}

/** What happens to the documents of every kind that documentOperations() makes. They share the words for each verb. */
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

/** Dotted verb: `courses.publish`. */
export type AuditAction =
  | { [Noun in keyof AuditNouns]: `${Noun}.${Part<'verbs', AuditNouns[Noun]>}` }[keyof AuditNouns]
  | `${DocumentNoun}.${DocumentVerb}`

export type AuditSubject = Part<'subjects', AuditNouns[keyof AuditNouns]>
