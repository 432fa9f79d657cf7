import { api } from '@learnt/contract'
import { callerOf } from './calls.ts'
import { accounts } from './devices.ts'
import { learntUrl } from './learnt-url.ts'
import { givenPerson, unique } from './people.ts'

/** Two teams under host names of their own, and somebody who belongs to both and looks after the second. */
export async function givenTwoHosts() {
  const url = learntUrl()
  const root = await callerOf(url, accounts.superadmin)
  const make = async (name: string) => {
    const id = unique(name).toLowerCase()
    const host = `${id}.localhost`
    const params = { tenantId: 'learnt', teamId: id }
    await root.call(api.teams.create, { params: { tenantId: 'learnt' }, body: { id, displayName: `Team ${id}` } })
    await root.call(api.teams.update, { params, body: { domain: [host], mainDomain: host } })
    return { id, name: `Team ${id}`, url: url.replace('localhost', host) }
  }
  const [near, far] = [await make('near'), await make('far')]
  const person = await givenPerson({ teamId: near.id })
  const admin = await callerOf(url, accounts.admin)
  await admin.call(api.members.create, {
    body: {
      firstName: 'Robin',
      lastName: person.name.split(' ')[1] ?? '',
      email: person.account,
      teamId: far.id,
      roles: ['admin'],
    },
  })
  return { near, far, person }
}
