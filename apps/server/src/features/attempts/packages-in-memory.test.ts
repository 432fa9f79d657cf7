import { expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { contextOf } from '../../../test/given/assignments.ts'
import { givenPackage } from '../../../test/given/packages.ts'
import { givenTenant } from '../../../test/given/people.ts'
import { PackagesInMemory } from './packages-in-memory.ts'

const app = await testApp()

/** Reads the titles of two packages one after the other, then again with other titles in the database. */
async function readTwice(maxBytes?: number) {
  const tenant = await givenTenant(app)
  const ids = [(await givenPackage(app, tenant)).packageId, (await givenPackage(app, tenant)).packageId]
  const packages = new PackagesInMemory(maxBytes === undefined ? {} : { maxBytes })
  const titles = () =>
    app.services.db.tenant(tenant.tenantId).read(async (tx) => {
      const found: (string | undefined)[] = []
      for (const id of ids) found.push((await packages.get(tx, tenant.tenantId, id))?.title)
      return found
    })
  const before = await titles()
  await contextOf(app, tenant.admin, ['admin']).write((tx) =>
    tx.updateTable('packages').set({ title: 'Changed' }).where('id', 'in', ids).execute(),
  )
  return [before, await titles()]
}

it('a package is read once', async () => {
  const [before, after] = await readTwice()
  expect(after).toEqual(before)
})

it('one that is pushed out, or greater than all the room, is read again', async () => {
  // There is room for one of these trees, then for none.
  expect((await readTwice(1000))[1]).toEqual(['Changed', 'Changed'])
  expect((await readTwice(100))[1]).toEqual(['Changed', 'Changed'])
})
