import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'

/** What the authors wrote on the steps of a course. A comment for the person comes with a notification, and shows at once. */
export function useStepComments(courseId: string) {
  const threads = useQuery(queryOf(api.stepComments.list, { params: { courseId } }))
  useChange('me', 'notification', () => void threads.refetch())
  return threads
}
