import type { MembershipFields } from '@learnt/contract/members'
import { tidyAddress } from '@learnt/contract/text'

/** What is written of a membership; where the picture is, is never taken from a caller. */
type Written = MembershipFields & { readonly avatar: string }
export type Given = { readonly [K in keyof Written]?: Written[K] | undefined }
export type Tidied = { -readonly [K in keyof Written]?: Written[K] }

/** Addresses in lower case, no value of a list twice, nothing that was not sent. */
export function tidy(given: Given): Tidied {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    fields[name] = Array.isArray(value) ? [...new Set(value)] : name === 'email' ? tidyAddress(String(value)) : value
  }
  return fields as Tidied
}
