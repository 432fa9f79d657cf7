import { hidden, type Rule, wrongState } from '../../platform/authorize.ts'

/** An award as far as rights to its credential need it. */
export interface CredentialSubject {
  readonly userId: string
  /** The actor looks after the person, as an administrator or a manager. */
  readonly isSeen: boolean
  readonly revokedAt: Date | null
  /** Null: not yet signed. */
  readonly credential: string | null
}

export const credentialPolicy = {
  /**
   * A revoked award is no longer signed. If it was signed before, its file may be downloaded and says that it is
   * revoked.
   */
  download: ((actor, one) => {
    if (one.userId !== actor.userId && !one.isSeen) return hidden
    return one.revokedAt !== null && one.credential === null ? wrongState('credentials.neverSigned') : null
  }) satisfies Rule<CredentialSubject>,
}

/** A text in somebody's language; where there is none, in English, else in any. */
export function inLocale(texts: Readonly<Record<string, string>>, locale: string | null): string {
  return (locale && texts[locale]) || texts.en || Object.values(texts).find(Boolean) || ''
}
