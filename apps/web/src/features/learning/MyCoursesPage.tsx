import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askMyLearning, myLearningStandard } from './asks.ts'
import { MyLearningList } from './MyLearningList.tsx'

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMyLearning('courses', readList(search, myLearningStandard)))

export function MyCoursesPage() {
  return <MyLearningList kind="courses" />
}
