import { NotYet } from '../../ui/NotYet.tsx'

export function CoursePreviewPage() {
  return <NotYet />
}
