import type { Member } from '@learnt/contract/members'
import { ErasureOfPerson } from '../erasures/lazy-parts.ts'

/** Deleting the person's data: asked for, on hold, under way or done. */
export function MemberEraseRequest({ member }: { member: Member }) {
  return <ErasureOfPerson person={{ userId: member.userId, teamId: member.teamId }} />
}
