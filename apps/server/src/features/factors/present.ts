import type { Presented } from '@learnt/contract/endpoint'
import type { OwnFactors, Passkey } from '@learnt/contract/factors'
import { passkeysIn, provingIn } from './commands/passkeys.ts'
import type { FactorStanding, StoredAuthenticator, StoredPasskey } from './queries.ts'

export function presentFactors(of: {
  standing: FactorStanding
  authenticator: StoredAuthenticator | null
  passkeys: readonly StoredPasskey[]
  host: string
  tenantId: string
  isAlone: boolean
  isRequired: boolean
  hasPassword: boolean
  provedUntil: Date
}): Presented<typeof OwnFactors> {
  const { authenticator, host, isAlone, passkeys, tenantId } = of
  const counting = passkeysIn(tenantId, passkeys)
  return {
    authenticator:
      authenticator === null || authenticator.secret === null
        ? null
        : {
            createdAt: authenticator.createdAt,
            lastUsedAt: authenticator.lastUsedAt,
          },
    passkeys: passkeys.map((one) => presentPasskey(one, host, counting.includes(one))),
    provesByPasskey: provingIn({ tenantId, isAlone }, passkeys).some((one) => one.host === host),
    recoveryCodesLeft: of.standing.codesLeft,
    isRequired: of.isRequired,
    hasPassword: of.hasPassword,
    provedUntil: of.provedUntil,
  }
}

function presentPasskey(passkey: StoredPasskey, host: string, countsHere: boolean): Presented<typeof Passkey> {
  return {
    id: passkey.id,
    name: passkey.name,
    host: passkey.host,
    isHere: passkey.host === host,
    countsHere,
    isSynced: passkey.isSynced,
    createdAt: passkey.createdAt,
    lastUsedAt: passkey.lastUsedAt,
  }
}
