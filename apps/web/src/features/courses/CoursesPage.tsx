import { NotYet } from '../../ui/NotYet.tsx'

export function CoursesPage() {
  return <NotYet />
}
