import { readList } from '../../lists/address.ts'
import type { Loader } from '../../routes/route-book.ts'
import { askMyLearning, myLearningStandard } from './asks.ts'
import { MyLearningList } from './MyLearningList.tsx'

export const loader: Loader = ({ client, search }) =>
  client.prefetchInfiniteQuery(askMyLearning('bundles', readList(search, myLearningStandard)))

export function MyBundlesPage() {
  return <MyLearningList kind="bundles" />
}
