import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

interface SomeFile {
  readonly purpose: string
}

/** Files belong to the tenant: each of its administrators may use what another one uploaded. Others see them signed. */
export const filePolicy: Policy<SomeFile, 'see'> = {
  see: (actor) => (isAdmin(actor) ? null : hidden),
}

/** Uploads, and making files of them: asked with the purpose, before there is a file. */
export const uploadPolicy: Policy<SomeFile, 'upload'> = {
  // Answers come with the submission that they belong to, pictures of people with their person.
  upload: (actor, { purpose }) => (isAdmin(actor) && purpose !== 'answer' && purpose !== 'avatar' ? null : forbidden()),
}
