import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

interface SomeFile {
  readonly purpose: string
}

/** Files belong to the tenant: each of its administrators may use what another one uploaded. Others see them signed. */
export const filePolicy: Policy<SomeFile, 'see'> = {
  see: (actor) => (isAdmin(actor) ? null : hidden),
}

/** Uploads and what is made of them. */
export const uploadPolicy: Policy<null, 'upload'> = {
  upload: (actor) => (isAdmin(actor) ? null : forbidden()),
}
