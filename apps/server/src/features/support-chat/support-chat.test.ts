import { api } from '@learnt/contract'
import { beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../test/app.ts'
import { type GivenPerson, givenTenant, stranger } from '../../../test/given/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const script = 'https://chat.example/widget.js?id=1&team="><script>alert(1)</script>'
const open = (person: GivenPerson | typeof stranger) => app.send(person, 'GET', api.supportChat.page.path)

it('frames the tenant’s script without an origin and lets it reach no other', async () => {
  const tenant = await givenTenant(app, { settings: { showSupportChatDialog: true, supportChatScript: script } })
  const answer = await open(tenant.admin)
  expect(answer.status).toBe(200)
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain('sandbox allow-scripts allow-forms allow-popups')
  expect(policy).not.toContain('allow-same-origin')
  expect([...new Set(policy.match(/https:\/\/[^\s;]+/g))]).toEqual(['https://chat.example'])
  expect(answer.body.toString().match(/<script/g)).toHaveLength(1)
})

it('is not there where it is switched off, has no address, or nobody is signed in', async () => {
  const off = await givenTenant(app, { settings: { showSupportChatDialog: false, supportChatScript: script } })
  const none = await givenTenant(app, { settings: { showSupportChatDialog: true, supportChatScript: '' } })
  const plain = await givenTenant(app, {
    settings: { showSupportChatDialog: true, supportChatScript: 'http://chat.example/widget.js' },
  })
  for (const tenant of [off, none, plain]) expect((await open(tenant.admin)).status).toBe(404)
  expect((await open(stranger)).status).toBe(401)
})
