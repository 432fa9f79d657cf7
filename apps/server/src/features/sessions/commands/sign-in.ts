import type { HandlerInput, Presented } from '@learnt/contract/endpoint'
import type { Me, session } from '@learnt/contract/session'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid } from '../../../platform/problem.ts'
import { enter } from './enter.ts'
import { provePassword, readKnock } from './prove-password.ts'

type Body = HandlerInput<typeof session.signIn>['body']

/** Signs in by password, with an address or a user name. */
export async function signIn(call: PublicCall, body: Body): Promise<Presented<typeof Me>> {
  const { team: id, tenant, username, personalTermsAndCondition } = body
  const knock = await readKnock(
    call,
    { team: id, tenant },
    { username, counts: personalTermsAndCondition ? true : 'whenAccepted' },
  )
  const { team } = knock
  if (team.config.showPersonalTermsConditions && !personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })
  const proof = await provePassword(call, knock, body)
  return enter(call, team, {
    ...proof,
    method: 'password',
    wantsToPersist: body.persistUserSession,
    complainAt: 'body.username',
  })
}
