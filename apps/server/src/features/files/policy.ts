import { contentPurposes, type FilePurpose } from '@learnt/contract/files'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

interface SomeFile {
  readonly purpose: string
}

interface StoredFile extends SomeFile {
  readonly createdBy: string | null
  readonly subjectId: string | null
}

/**
 * What stands in documents belongs to the tenant, and each of its administrators sees it. Answers, tables of people and
 * pictures of people are seen where they belong, signed.
 */
export const filePolicy: Policy<StoredFile, 'see'> = {
  see: (actor, file) =>
    isAdmin(actor) && (file.createdBy === actor.userId || (contentPurposes as string[]).includes(file.purpose))
      ? null
      : hidden,
}

/** What a place of a request takes. */
export interface FilePlace {
  readonly purposes: readonly FilePurpose[]
  /** The submission that the place is part of, where files are uploaded for one thing alone. */
  readonly subjectId?: string
}

/**
 * The one rule for every request that names a file: the caller uploaded it, for this purpose, and for this thing. Only what
 * stands there already may be somebody else's (findNameable).
 */
export function mayNameFile(actor: Actor, file: StoredFile, place: FilePlace): boolean {
  const { purposes, subjectId = null } = place
  return (
    (file.createdBy === actor.userId || (isNobodys(file) && isAdmin(actor))) &&
    (purposes as string[]).includes(file.purpose) &&
    file.subjectId === subjectId
  )
}

/** Content that no person uploaded, as that of the demonstration, is the tenant's. */
function isNobodys({ createdBy, purpose }: StoredFile): boolean {
  return createdBy === null && ([...contentPurposes, 'package', 'team'] as string[]).includes(purpose)
}

/** Uploads, and making files of them: asked with the purpose, before there is a file. */
export const uploadPolicy: Policy<SomeFile, 'upload'> = {
  // Answers come with the submission that they belong to, pictures of people with their person.
  upload: (actor, { purpose }) => (isAdmin(actor) && purpose !== 'answer' && purpose !== 'avatar' ? null : forbidden()),
}
