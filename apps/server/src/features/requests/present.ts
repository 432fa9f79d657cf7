import type { DecidedRequest } from '@learnt/contract/requests'
import { fullName } from '@learnt/contract/text'
import type { Ctx } from '../../platform/context.ts'
import { refuseDecision } from './policy.ts'
import { presentOwnRequest } from './queries/list-own.ts'
import type { RequestRow } from './queries/list-requests.ts'

export function presentRequest(ctx: Ctx, row: RequestRow): DecidedRequest {
  const refusal = refuseDecision(ctx.actor, row, ctx.now)
  return {
    ...presentOwnRequest(ctx, row),
    userId: row.userId,
    name: fullName(row),
    email: row.email,
    position: row.position,
    standInAt: row.standInAt?.toISOString() ?? null,
    withWhom: row.withWhom,
    withAdministrators: row.withAdministrators,
    level: row.level,
    can: {
      approve: refusal?.reason ?? (row.obstacle ? `requests.${row.obstacle}` : null),
      decline: refusal?.reason ?? null,
    },
  }
}
