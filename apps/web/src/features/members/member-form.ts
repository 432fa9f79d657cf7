import { limits } from '@learnt/contract/measures'
import { type Member, MembershipFields } from '@learnt/contract/members'
import { z } from 'zod'

/** Fields of the form: all that an administrator writes, and the first password of a new person. */
export const MemberForm = MembershipFields.extend({
  password: z.union([z.literal(''), z.string().min(limits.passwordMinLength, { error: 'passwordLength' }).max(512)]),
})
export type MemberValues = z.infer<typeof MemberForm>

const numbers = [1, 2, 3, 4, 5, 6] as const
export const locationFields = numbers.map((number) => `loc${number}` as const)
export const divisionFields = numbers.map((number) => `div${number}` as const)
export const customFields = numbers.map((number) => `custom${number}` as const)
const listFields = [...locationFields, ...divisionFields, ...customFields]

/** A new person: active, learner, nothing else. */
export function newValues(): MemberValues {
  return {
    firstName: '',
    lastName: '',
    preferredName: '',
    email: '',
    username: '',
    employeeId: '',
    phone: '',
    dob: null,
    terminationDate: null,
    status: 'active',
    roles: ['learner'],
    managers: [],
    tags: [],
    position: [],
    ...(Object.fromEntries(listFields.map((field) => [field, []])) as unknown as Record<
      (typeof listFields)[number],
      string[]
    >),
    password: '',
  }
}

export function valuesOf(member: Member): MemberValues {
  const fields = Object.keys(MembershipFields.shape) as (keyof MemberValues)[]
  return {
    ...newValues(),
    ...Object.fromEntries(fields.map((field) => [field, member[field as keyof Member]])),
    password: '',
  } as MemberValues
}

/** What differs from the loaded values: only that is sent, so that two administrators can change different fields. */
export function changedFields(before: MemberValues, after: MemberValues): Partial<MembershipFields> {
  const fields = Object.keys(MembershipFields.shape) as (keyof MembershipFields)[]
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, after[field]]),
  )
}
