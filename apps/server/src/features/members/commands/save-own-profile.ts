import type { HandlerInput } from '@learnt/contract/endpoint'
import type { members } from '@learnt/contract/members'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { listMembershipsOf, type MemberRecord } from '../queries.ts'
import { lockMember } from './lock-member.ts'
import { updateMember } from './update-member.ts'

type Body = HandlerInput<typeof members.saveOwnProfile>['body']

/** What a person says of themselves holds in all their teams of the tenant. Answers the membership that they are in. */
export async function saveOwnProfile(ctx: Ctx, tx: WriteTx, body: Body): Promise<MemberRecord> {
  const { userId, teamId: here } = ctx.actor
  const teamIds = (await listMembershipsOf(tx, userId)).map((one) => one.teamId)
  let own: MemberRecord | undefined
  for (const teamId of teamIds.sort()) {
    const { row, isNamedByRule } = await lockMember(ctx, tx, { userId, teamId }, body)
    if (!row) continue
    const { member } = await updateMember(ctx, tx, { row, isNamedByRule }, body, { as: ['person'], at: 'body' })
    if (teamId === here) own = member
  }
  if (!own) throw new ProblemError('not-found')
  return own
}
