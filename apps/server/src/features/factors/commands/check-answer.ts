import type { FactorKind, PasskeyAnswer } from '@learnt/contract/factors'
import { sql } from 'kysely'
import type { Services } from '../../../platform/context.ts'
import { findAuthenticator } from '../queries.ts'
import { checkPasskey, type Here } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOfCode } from './time-codes.ts'

/** What somebody answers with. */
export type FactorAnswer =
  | { readonly code: string }
  | { readonly recoveryCode: string }
  | { readonly passkey: PasskeyAnswer }

/** `isBound`: it counts in its tenant alone, and so does a session that it was shown for. */
export interface ShownFactor {
  readonly factor: Exclude<FactorKind, 'device'>
  readonly isBound: boolean
}

/** The factor that this answer shows; null when it is wrong. A right one is used up: it is right for one caller only. */
export async function checkAnswer(
  here: Here,
  { tenantId, ...of }: { userId: string; tenantId: string; browser: string },
  answer: FactorAnswer,
): Promise<ShownFactor | null> {
  const { services, now } = here
  if ('code' in answer)
    return (await takeCode(services, of.userId, answer.code, now)) ? { factor: 'authenticator', isBound: false } : null
  if ('recoveryCode' in answer)
    return (await takeRecoveryCode(services, of.userId, answer.recoveryCode, now))
      ? { factor: 'recoveryCode', isBound: false }
      : null
  const occasion = { purpose: 'step', ...of } as const
  const passkey = await checkPasskey(here, occasion, answer.passkey, { mustVerifyUser: false })
  if (passkey === null || (passkey.setInTenant ?? tenantId) !== tenantId) return null
  return { factor: 'passkey', isBound: passkey.setInTenant !== null }
}

async function takeCode({ db, secrets }: Services, userId: string, code: string, now: Date): Promise<boolean> {
  const sealed = (await findAuthenticator(db, userId))?.secret ?? null
  const key = sealed === null ? null : secrets.unseal(sealed, 'authenticator', userId)
  const step = key === null ? null : stepOfCode(key, code, now)
  if (step === null) return false
  const { rows } = await db.control((tx) =>
    sql<{ taken: boolean }>`select control.take_time_step(${userId}, ${step}, ${now}) as taken`.execute(tx),
  )
  return rows[0]?.taken ?? false
}

async function takeRecoveryCode({ db }: Services, userId: string, code: string, now: Date): Promise<boolean> {
  const { rows } = await db.control((tx) =>
    sql<{
      used: boolean
    }>`select control.use_recovery_code(${userId}, ${hashRecoveryCode(userId, code)}, ${now}) as used`.execute(tx),
  )
  return rows[0]?.used ?? false
}
