import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../test/app.ts'
import { goodPassword } from '../../test/given/browsers.ts'
import { type GivenTenant, givenTenant } from '../../test/given/people.ts'
import { makeScratchFolder } from '../../test/scratch.ts'
import { deleteTenant } from '../features/tenants/commands/close-tenant.ts'
import { findTenant } from '../features/tenants/queries.ts'
import { systemContext } from '../platform/system-context.ts'
import { runCli } from './cli.ts'

let app: TestApp
let tenant: GivenTenant
beforeAll(async () => {
  app = await testApp()
  tenant = await givenTenant(app)
})

async function cli(...args: string[]) {
  const lines: string[] = []
  const say = (text: string) => void lines.push(text)
  const code = await runCli(args, app.services, { out: say, error: say, input: async () => `${goodPassword}\n` })
  return { code, said: lines.join('\n') }
}
const who = ['--first-name', 'Carla', '--last-name', 'Console', '--email', 'carla@example.test']
const okta = ['--kind', 'okta', '--name', 'Acme', '--base-url', 'https://acme.example', '--client-id', 'learnt']

it('knows no tenant that is not there, in any command', async () => {
  for (const id of ['nosuch', 'Bad Id'])
    for (const args of [
      ['provider', 'list', '--tenant', id],
      ['provider', 'add', ...okta, '--tenant', id],
      ['admin', 'create', ...who, '--tenant', id],
      ['tenant', 'suspend', id],
    ])
      expect(await cli(...args), args.join(' ')).toEqual({
        code: 2,
        said: expect.stringContaining(`There is no tenant "${id}".`),
      })
})

it('makes nothing in a tenant that is deleted', async () => {
  const gone = await givenTenant(app)
  const stored = await findTenant(app.services.db, gone.tenantId)
  if (stored) await deleteTenant(systemContext(app.services, gone.tenantId, { requestId: 'test' }), stored)
  const refused = { code: 1, said: 'The organisation is deleted. Undo that first.' }
  expect(await cli('admin', 'create', ...who, '--tenant', gone.tenantId)).toEqual(refused)
  expect(await cli('provider', 'add', ...okta, '--tenant', gone.tenantId)).toEqual(refused)
})

it('says that it cannot read the metadata', async () => {
  const saml = ['provider', 'add', '--kind', 'saml', '--name', 'Acme', '--tenant', tenant.tenantId, '--metadata']
  const folder = await makeScratchFolder()
  const file = join(folder, 'nothing.xml')
  expect(await cli(...saml, file)).toEqual({ code: 2, said: `--metadata: ${file} cannot be read (ENOENT).` })
  expect(await cli(...saml, folder)).toEqual({ code: 2, said: `--metadata: ${folder} cannot be read (EISDIR).` })
})

it('holds what is typed to the limits of the pages', async () => {
  const create = (...more: string[]) => cli('admin', 'create', ...who, '--tenant', tenant.tenantId, ...more)
  const long = 'x'.repeat(5000)
  expect(await create('--first-name', long)).toEqual({ code: 2, said: '--first-name: at most 100 characters' })
  expect(await create('--last-name', 'x\ty')).toEqual({
    code: 2,
    said: '--last-name: Line breaks and control characters are not allowed',
  })
  expect(await create('--password', long)).toEqual({ code: 2, said: '--password: at most 512 characters' })
  expect(await cli('tenant', 'suspend', tenant.tenantId, '--reason', long)).toEqual({
    code: 2,
    said: '--reason: at most 500 characters',
  })
})
