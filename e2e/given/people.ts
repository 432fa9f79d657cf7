import { api } from '@learnt/contract'
import { type Caller, callerOf, type InputOf, password } from './calls.ts'
import { accounts } from './devices.ts'
import { learntUrl } from './learnt-url.ts'

type NewMember = InputOf<typeof api.members.create>['body']

export interface GivenPerson {
  userId: string
  account: string
  name: string
}

let count = 0

/** A word that no other test, file or run uses. */
export function unique(word: string): string {
  return `${word}-${Date.now().toString(36)}${(count++).toString(36)}`
}

/** A person of the learnt tenant with a password of their own, for tests that change people or end their sessions. */
export async function givenPerson(of: Partial<NewMember> = {}, administrator?: Caller): Promise<GivenPerson> {
  const admin = administrator ?? (await callerOf(learntUrl(), accounts.admin))
  const {
    firstName = 'Robin',
    lastName = unique('Given'),
    email = `${lastName.toLowerCase()}@learnt.example`,
    ...rest
  } = of
  const member = await admin.call(api.members.create, {
    body: { firstName, lastName, email, password, roles: ['learner'], ...rest },
  })
  return { userId: member.userId, account: email, name: `${firstName} ${lastName}` }
}
