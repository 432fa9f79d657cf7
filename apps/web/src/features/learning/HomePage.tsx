import { NotYet } from '../../ui/NotYet.tsx'

export function HomePage() {
  return <NotYet />
}
