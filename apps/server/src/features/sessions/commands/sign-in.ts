import type { HandlerInput } from '@learnt/contract/endpoint'
import type { Me, session } from '@learnt/contract/session'
import type { PublicCall } from '../../../platform/http/route.ts'
import { invalid } from '../../../platform/problem.ts'
import { findTeamOfPage } from '../../teams/queries.ts'
import { enter } from './enter.ts'
import { provePassword } from './prove-password.ts'

type Body = HandlerInput<typeof session.signIn>['body']

/** Signs in by password, with an address or a user name. */
export async function signIn(call: PublicCall, body: Body): Promise<Me> {
  const { services, request } = call
  const team = await findTeamOfPage(services.db, services.settings, {
    host: request.hostname,
    team: body.team,
    tenant: body.tenant,
  })
  if (team.config.showPersonalTermsConditions && !body.personalTermsAndCondition)
    throw invalid({ 'body.personalTermsAndCondition': 'acceptTerms' })
  const proof = await provePassword(call, team, body)
  return enter(call, team, {
    ...proof,
    method: 'password',
    wantsToPersist: body.persistUserSession,
    complainAt: 'body.username',
  })
}
