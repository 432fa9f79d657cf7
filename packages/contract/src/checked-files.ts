// What the public page says of a file that somebody compares with what was issued. Without schemas, for the page.

/** The largest file that is compared. */
export const longestCheckedFile = 3 * 1024 * 1024

/**
 * - `same`: the file is what was issued
 * - `differs`: somebody has altered it
 * - `other`: it belongs to another certificate or badge
 * - `unreadable`: there is no certificate and no badge in it
 * - `notYet`: no file of it was ever issued, so there is none to compare with
 */
export const fileOutcomes = ['same', 'differs', 'other', 'unreadable', 'notYet'] as const

/** Parts of a credential that may be altered. */
export const credentialParts = [
  'holderName',
  'title',
  'issuer',
  'issued',
  'validUntil',
  'badge',
  'proof',
  'rest',
] as const
