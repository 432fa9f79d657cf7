import type { Addresses } from '@learnt/contract/accounts'
import { placeholderAddress } from '@learnt/contract/text'
import { refuseAddress } from './policy.ts'
import type { OwnAccount, OwnAddress, UserTeamRow } from './queries.ts'

export function presentAddresses(userId: string, account: OwnAccount, addresses: readonly OwnAddress[]): Addresses {
  return {
    items: addresses.map(({ address, state }) => ({ email: address, state })),
    systemCreatedEmail: account.email === null ? placeholderAddress(userId) : '',
    can: { add: refuseAddress(account)?.reason ?? null },
  }
}

/** A membership as the old client calls its fields. */
export function presentUserTeam({ id, ...row }: UserTeamRow) {
  return { _id: id, ...row, roles: [...row.roles] }
}
