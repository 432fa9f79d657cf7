import { api } from '@learnt/contract'
import type { Preferences } from '@learnt/contract/session'
import { callerOf } from './calls.ts'
import { type Device, newDevice } from './devices.ts'
import { enterAs } from './door.ts'
import { learntUrl } from './learnt-url.ts'
import { givenPerson } from './people.ts'

export type Roles = ('learner' | 'admin')[]

/** A new person with these preferences, signed in on a device. */
export async function givenDevice(change: Partial<Preferences> = {}, roles: Roles = ['learner']): Promise<Device> {
  const person = await givenPerson({ roles })
  const caller = await callerOf(learntUrl(), person.account)
  const { me } = await caller.call(api.session.start)
  if (me) await caller.call(api.session.preferences, { body: { ...me.preferences, ...change } })
  const device = await newDevice()
  await enterAs(device.page, caller)
  return device
}
