import { api } from '@learnt/contract'
import { expect } from 'vitest'
import { type Caller, callerOf } from './calls.ts'
import { learntUrl } from './learnt-url.ts'
import { type GivenPerson, givenPerson } from './people.ts'

/** A person without notifications: those about documents that rules give everybody are removed. */
export async function givenReader(): Promise<GivenPerson & { own: Caller }> {
  const person = await givenPerson()
  const own = await callerOf(learntUrl(), person.account)
  let before = -1
  await expect
    .poll(
      async () => {
        const { total } = await own.call(api.notifications.list)
        const isAll = total > 0 && total === before
        before = total
        return isAll
      },
      { interval: 1000 },
    )
    .toBe(true)
  const { items } = await own.call(api.notifications.list, { query: { limit: 100 } })
  for (const { id } of items) await own.call(api.notifications.remove, { params: { notificationId: id } })
  return { ...person, own }
}
