import { NotYet } from '../../ui/NotYet.tsx'

export function CoursePage() {
  return <NotYet />
}
