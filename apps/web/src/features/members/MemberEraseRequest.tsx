import type { Member } from '@learnt/contract/members'
import { ErasureOfPerson } from '../erasures/lazy-parts.ts'

/** Deleting the person's data: asked for, on hold, under way or done at the top of the page, else at its end. */
export function MemberEraseRequest({ member, place }: { member: Member; place: 'top' | 'end' }) {
  return <ErasureOfPerson person={{ userId: member.userId, teamId: member.teamId }} place={place} />
}
