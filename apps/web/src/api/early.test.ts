import { api } from '@learnt/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, speak } from './call.ts'
import { type Early, forgetEarly, takeEarly } from './early.ts'

const holder = globalThis as { early?: Early }
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const given = (answers: Record<string, Promise<Response>>, { ago = 0, language = 'en' } = {}) => {
  holder.early = { at: Date.now() - ago, language, answers: new Map(Object.entries(answers)) }
}
const asked: string[] = []

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return json({ teams: ['asked now'] })
  })
})
afterEach(() => {
  forgetEarly()
  speak('')
  asked.length = 0
})

const teams = async () => (await call(api.session.teams)).teams as unknown[]
const early = () => Promise.resolve(json({ teams: ['asked early'] }))

test('what the page has asked already is taken instead of asking, once', async () => {
  given({ '/api/session/teams': early() })
  expect(await teams()).toEqual(['asked early'])
  expect(asked).toEqual([])
  expect(await teams()).toEqual(['asked now'])
})

test('another address, also the same with another query, is asked', async () => {
  given({ '/api/start?team=a': early() })
  expect(await takeEarly('/api/start', '')).toBeNull()
  expect(await takeEarly('/api/start?team=b', '')).toBeNull()
  expect(await takeEarly('/api/start?team=a', '')).toBeInstanceOf(Response)
})

test('an answer from long ago is asked anew', async () => {
  given({ '/api/session/teams': early() }, { ago: 60_000 })
  expect(await teams()).toEqual(['asked now'])
})

test('a session that was over, a missing factor and a lost network are asked again: somebody may have signed in', async () => {
  for (const answer of [
    Promise.resolve(json({ status: 401 }, 401)),
    Promise.resolve(json({ status: 403, code: 'second-factor-required' }, 403)),
    Promise.reject(new TypeError('offline')),
  ]) {
    given({ '/api/session/teams': answer })
    expect(await teams()).toEqual(['asked now'])
  }
  expect(asked).toHaveLength(3)
})

test('a change by this page outdates what is under way, whoever waits for it', async () => {
  let answer = (_: Response) => {}
  given({
    '/api/session/teams': new Promise((resolve) => {
      answer = resolve
    }),
    '/api/home': early(),
  })
  const waiting = teams()
  await call(api.session.signOut)
  answer(json({ teams: ['asked early'] }))
  expect(await waiting).toEqual(['asked now'])
  expect(await takeEarly('/api/home', '')).toBeNull()
})

test('a page that was left and comes back from the browser’s memory asks anew', async () => {
  given({ '/api/session/teams': early() })
  // as index.html does at pagehide
  delete holder.early
  expect(await teams()).toEqual(['asked now'])
})

test('an answer in another language than the one that was chosen meanwhile is asked anew', async () => {
  given({ '/api/session/teams': early() }, { language: 'de' })
  speak('ar')
  expect(await teams()).toEqual(['asked now'])
  given({ '/api/session/teams': early() }, { language: 'ar' })
  expect(await teams()).toEqual(['asked early'])
})

test('what nobody takes is let go of, so that its connection is free', async () => {
  const answers = [json({}), json({}), json({}, 401)]
  const isDropped = async (answer?: Response) =>
    answer?.body
      ? (
          await answer.body
            .getReader()
            .read()
            .catch(() => ({ done: true }))
        ).done
      : null
  given({ '/api/start': Promise.resolve(answers[0] as Response) }, { language: 'de' })
  expect(await takeEarly('/api/start', 'ar')).toBeNull()
  given({ '/api/home': Promise.resolve(answers[1] as Response), '/api/start': Promise.resolve(answers[2] as Response) })
  expect(await takeEarly('/api/start', '')).toBeNull()
  forgetEarly()
  await new Promise((resolve) => setTimeout(resolve))
  for (const answer of answers) expect(await isDropped(answer)).toBe(true)
})
