import { NotYet } from '../../ui/NotYet.tsx'

export function PermissionsPage() {
  return <NotYet />
}
