import type { CustomField, FieldAccess } from '@learnt/contract/custom-fields'
import { isAdmin } from '../../platform/actor.ts'
import { forbidden, hidden, type Policy } from '../../platform/authorize.ts'

/** The fields belong to the tenant, so the administrators of its own team say what they are. */
export const customFieldPolicy: Policy<object, 'update'> = {
  update: (actor) => (!isAdmin(actor) ? hidden : actor.wholeTenant ? null : forbidden('wholeTenant')),
}

/** As what somebody looks at a person's fields. */
export type Onlooker = keyof CustomField['access']

/** What somebody in several roles at once may do with a field: the most that one of them may. */
export function accessOf(field: Pick<CustomField, 'access'>, onlookers: readonly Onlooker[]): FieldAccess {
  const all = onlookers.map((one) => field.access[one])
  return all.includes('edit') ? 'edit' : all.includes('see') ? 'see' : 'none'
}
