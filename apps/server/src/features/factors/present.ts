import type { OwnFactors, Passkey } from '@learnt/contract/factors'
import type { FactorStanding, StoredAuthenticator, StoredPasskey } from './queries.ts'

export function presentFactors(of: {
  standing: FactorStanding
  authenticator: StoredAuthenticator | null
  passkeys: readonly StoredPasskey[]
  host: string
  isRequired: boolean
  hasPassword: boolean
  provedUntil: Date
}): OwnFactors {
  const { authenticator } = of
  return {
    authenticator:
      authenticator === null || authenticator.secret === null
        ? null
        : {
            createdAt: authenticator.createdAt.toISOString(),
            lastUsedAt: authenticator.lastUsedAt?.toISOString() ?? null,
          },
    passkeys: of.passkeys.map((one) => presentPasskey(one, of.host)),
    recoveryCodesLeft: of.standing.codesLeft,
    isRequired: of.isRequired,
    hasPassword: of.hasPassword,
    provedUntil: of.provedUntil.toISOString(),
  }
}

function presentPasskey(passkey: StoredPasskey, host: string): Passkey {
  return {
    id: passkey.id,
    name: passkey.name,
    host: passkey.host,
    isHere: passkey.host === host,
    isSynced: passkey.isSynced,
    createdAt: passkey.createdAt.toISOString(),
    lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
  }
}
