import { MyLearningList } from './MyLearningList.tsx'

export function MyBundlesPage() {
  return <MyLearningList kind="bundles" />
}
