import type { MembershipFields } from '@learnt/contract/members'
import { tidyAddress } from '@learnt/contract/text'

type Given = { readonly [K in keyof MembershipFields]?: MembershipFields[K] | undefined }
export type Tidied = { -readonly [K in keyof MembershipFields]?: MembershipFields[K] }

/** Addresses in lower case, no word of a list twice, nothing that was not sent. */
export function tidy(given: Given): Tidied {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    fields[name] = Array.isArray(value) ? [...new Set(value)] : name === 'email' ? tidyAddress(String(value)) : value
  }
  return fields as Tidied
}
