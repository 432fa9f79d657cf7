import { NotYet } from '../../ui/NotYet.tsx'

export function MyCoursesPage() {
  return <NotYet />
}
