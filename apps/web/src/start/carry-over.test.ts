import type { Me, Preferences } from '@learnt/contract/session'
import { expect, it, vi } from 'vitest'
import { chooseForNow } from '../words/chosen-language.ts'
import { carryOver } from './carry-over.ts'

it('takes the language chosen at sign-in over the one that the account had', async () => {
  const sent: Preferences[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)))
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const me = { preferences: { locale: 'de', theme: null, colorScheme: 'system' } } as Me
  chooseForNow('ar')
  expect((await carryOver(me)).preferences.locale).toBe('ar')
  expect(sent).toMatchObject([{ locale: 'ar' }])
  // asked once: afterwards the account decides
  expect((await carryOver(me)).preferences.locale).toBe('de')
})
