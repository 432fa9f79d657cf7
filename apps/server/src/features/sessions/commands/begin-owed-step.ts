import type { AuthMethod } from '@learnt/contract/session'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PublicCall } from '../../../platform/http/route.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { findProof, requireFreshProof } from '../../../platform/session/fresh-proof.ts'
import { hasFactor } from '../../factors/policy.ts'
import { findStanding } from '../../factors/queries.ts'
import { findTeam } from '../../teams/queries.ts'
import { beginStep } from './begin-step.ts'
import type { ThereSession } from './open-session.ts'

/**
 * Begins the step for a signed-in person when a role newly asks for a second factor. It is the step of a sign-in, with
 * this session's proof as the first: the same time, the same tries, and a new session at its end.
 */
export async function beginOwedStep(call: PublicCall, ctx: Ctx): Promise<void> {
  const { actor, read } = ctx
  const { db } = call.services
  if (call.request.session?.owesFactor !== true || actor.sessionId === null)
    throw new ProblemError('wrong-state', { detail: 'factors.nothingOwed' })
  // A person without a factor sets one up in the step; like everywhere, an unwatched screen is not enough for that.
  if (!hasFactor(await findStanding(db, actor, call.now))) await requireFreshProof(ctx)
  const [shown, there, team, proved] = await Promise.all([
    db.control((tx) =>
      sql<{ provenBy: AuthMethod; provenTenantId: string | null; persists: boolean }>`
        select * from control.proof_for_step(${actor.sessionId}, ${actor.userId})`.execute(tx),
    ),
    db.control((tx) =>
      sql<ThereSession>`select * from control.provider_session_of(${actor.sessionId}, ${actor.userId})`.execute(tx),
    ),
    read((tx) => findTeam(tx, actor.teamId)),
    findProof(db, actor.sessionId, actor.userId),
  ])
  const proof = shown.rows[0]
  if (!proof || team === null) throw new ProblemError('not-signed-in')
  await beginStep(call, team, actor, {
    userId: actor.userId,
    method: proof.provenBy,
    wantsToPersist: proof.persists,
    // What was shown long ago is not fresh for the new session.
    ...(proved ? { provedAt: proved.shownAt, provedBy: proved.provedBy } : {}),
    ...(proof.provenTenantId === null ? {} : { onlyTenantId: proof.provenTenantId }),
    ...(there.rows[0] ? { there: there.rows[0] } : {}),
  })
}
