import { MyLearningList } from './MyLearningList.tsx'

export function MyCoursesPage() {
  return <MyLearningList kind="courses" />
}
