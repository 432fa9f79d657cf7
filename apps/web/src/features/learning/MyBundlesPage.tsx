import { NotYet } from '../../ui/NotYet.tsx'

export function MyBundlesPage() {
  return <NotYet />
}
