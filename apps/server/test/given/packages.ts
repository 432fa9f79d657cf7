import { importPackage } from '../../src/features/packages/commands.ts'
import type { TestApp } from '../app.ts'
import { manifest12 } from './archives.ts'
import { contextOf } from './assignments.ts'
import { givenFile } from './courses.ts'
import type { GivenTenant } from './people.ts'
import { makeZip } from './zip.ts'

/** An imported package; by default one SCO of SCORM 1.2 called `one`. */
export async function givenPackage(
  app: TestApp,
  tenant: GivenTenant,
  archive: Buffer = smallPackage(),
): Promise<{ packageId: string; fileId: string }> {
  const { fileId } = await givenFile(app, tenant, {
    bytes: archive,
    name: 'package.zip',
    contentType: 'application/zip',
    purpose: 'package',
  })
  const ctx = contextOf(app, tenant.admin, ['admin'])
  const file = await ctx.read((tx) =>
    tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirstOrThrow(),
  )
  const { packageId } = await importPackage(ctx, { ...file, size: Number(file.size) })
  return { packageId, fileId }
}

/** Every archive has different content, so that tests can tell their packages apart. */
export function smallPackage(of: Parameters<typeof manifest12>[0] = {}): Buffer {
  return makeZip([
    { name: 'imsmanifest.xml', data: manifest12(of), method: 8 },
    { name: 'index.html', data: `<!doctype html><title>Made</title><p>${++made}</p>`, method: 8 },
  ])
}
let made = 0

/** SCORM 1.2 with three SCOs in a folder and beside it: `a`, `b`, `c`. */
export function packageOfThree(): Buffer {
  const item = (id: string, more = '') =>
    `<item identifier="${id}" identifierref="res"><title>Part ${id}</title>${more}</item>`
  return smallPackage({
    organization: `<organization identifier="org"><title>Three parts</title><item identifier="folder"><title>Folder</title>${item('a')}${item('b', '<adlcp:masteryscore>80</adlcp:masteryscore>')}</item>${item('c')}</organization>`,
  })
}
