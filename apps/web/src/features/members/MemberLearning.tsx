import { AssignmentTable } from '../reports/AssignmentTable.tsx'
import { memberWords } from './member-tabs.ts'

/** All that a person has or had, of every kind and in every cycle, with the ways to what they did. */
export function MemberLearning({ userId }: { userId: string }) {
  return <AssignmentTable of={{ userId, anyType: 'true' }} kept={memberWords} />
}
