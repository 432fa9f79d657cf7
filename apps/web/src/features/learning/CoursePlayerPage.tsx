import { NotYet } from '../../ui/NotYet.tsx'

export function CoursePlayerPage() {
  return <NotYet />
}
