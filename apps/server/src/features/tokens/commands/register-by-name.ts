import { cutText } from '@learnt/contract/cut-text'
import { isEmail } from '@learnt/contract/measures'
import { hasHidden, isRegisteredName, tidyText } from '@learnt/contract/text'
import type { LegacyEntry } from '@learnt/contract/tokens'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid, ProblemError } from '../../../platform/problem.ts'
import { register } from '../../accounts/commands/register.ts'
import { enterByPassword } from './enter-by-password.ts'

/**
 * Makes an account from one name. Where every address has to get the same answer, that is no token yet: the rest comes by
 * mail, and the answer says so at the address.
 */
export async function registerByName(
  call: PublicCall,
  of: { displayName: string; email: string; password: string; code: string; team: string; tenant: string },
): Promise<LegacyEntry | { error: Record<string, string> }> {
  const name = tidyText(of.displayName.replace(/[\p{Cc}\u2028\u2029]/gu, ' '))
  const email = of.email.trim()
  const missing = {
    ...(!isRegisteredName(name) || name.length > 200 ? { 'body.displayName': 'required' } : {}),
    ...(hasHidden(name) ? { 'body.displayName': 'hidden' } : {}),
    ...(isEmail(email) ? {} : { 'body.email': 'email' }),
    ...(of.password === '' ? { 'body.password': 'required' } : {}),
  }
  if (Object.keys(missing).length > 0) throw invalid(missing)
  if (call.ctx !== null) throw new ProblemError('not-allowed')
  const cut = name.lastIndexOf(' ')
  const outcome = await register(
    call,
    {
      firstName: cutText(cut < 0 ? name : name.slice(0, cut), 100),
      lastName: cutText(cut < 0 ? '' : name.slice(cut + 1), 100),
      email,
      phone: '',
      password: of.password,
      personalTermsAndCondition: false,
      ...(of.team ? { team: of.team } : {}),
      ...(of.tenant ? { tenant: of.tenant } : {}),
    },
    { isForProgram: true },
  )
  if (outcome === 'mailed') return { error: { email: call.t('tokens.mailed') } }
  return enterByPassword(call, { ...of, email })
}
