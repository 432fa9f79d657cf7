import { cutText } from '@learnt/contract/cut-text'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import type { StoredProvider } from '../queries.ts'
import { ProviderRefusal } from './refusal.ts'

/** A complaint at a field of the sign-in form, under the code that such services use. */
export function complaint(field: 'username' | 'password', code: string, message: string): ProblemError {
  return new ProblemError('invalid-input', { errors: [{ path: `body.${field}`, message, code }] })
}

/** The team does not offer this provider, or no longer. */
export function notOffered(): ProblemError {
  return complaint('username', 'operation-not-allowed', 'providers.notOffered')
}

/** Too late, used already, or another browser's. */
export function flowOver(): ProblemError {
  return new ProblemError('wrong-state', { detail: 'providers.over' })
}

/** Runs a protocol's part; what it refuses is logged, and told in words that give nothing away. */
export async function asking<T>(
  { services, request }: Pick<PublicCall, 'services' | 'request'>,
  provider: StoredProvider,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    services.log.warn(
      {
        requestId: request.id,
        tenant: provider.tenantId,
        provider: provider.id,
        kind: provider.kind,
        why: error.why,
        code: error.code,
        said: error.description,
        err: error.cause,
      },
      'provider refused',
    )
    throw problemOf(error)
  }
}

const ownCodes: Readonly<Record<string, () => ProblemError>> = {
  'wrong-password': () => complaint('password', 'wrong-password', 'signIn.wrong'),
  'user-disabled': () => complaint('username', 'user-disabled', 'signIn.disabled'),
  'further-step': () => complaint('username', 'further-step', 'providers.furtherStep'),
  'too-many-attempts': () =>
    new ProblemError('too-many-requests', {
      errors: [{ path: 'body.username', message: 'signIn.blocked', code: 'blocked' }],
    }),
  access_denied: () => complaint('username', 'access_denied', 'providers.cancelled'),
  invalid_client: () => complaint('username', 'invalid-api-key', 'providers.misconfigured'),
  unauthorized_client: () => complaint('username', 'invalid-api-key', 'providers.misconfigured'),
}

function problemOf({ why, code, description }: ProviderRefusal): ProblemError {
  const own = ownCodes[code]
  if (own) return own()
  if (why === 'unreachable') return new ProblemError('wrong-state', { detail: 'providers.unreachable' })
  // Other codes show the provider's message (specification, section 8): its own, of a sign-in that this browser began.
  if (why === 'said' && description !== '') return complaint('username', code, oneLine(description))
  return new ProblemError('wrong-state', { detail: 'signIn.generic' })
}

function oneLine(text: string): string {
  return cutText(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim(), 300)
}
