import { api } from '@learnt/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addressOf, call, onSignedOut } from './call.ts'
import { ApiProblem } from './problem.ts'

interface Sent {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
}

const answers: (Response | Error)[] = []
const sent: Sent[] = []

beforeEach(() => {
  // pauses between retries pass at once
  vi.stubGlobal('setTimeout', (run: () => void) => queueMicrotask(run))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, method: init.method ?? 'GET', headers: init.headers as Record<string, string>, body: init.body })
    const answer = answers.shift() ?? new Error('no answer prepared')
    if (answer instanceof Error) throw new TypeError(answer.message)
    return answer
  })
})
afterEach(() => {
  answers.length = 0
  sent.length = 0
})

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const save = () =>
  call(api.session.preferences, {
    body: { favourites: [], locale: null, colorScheme: 'light', navbarFolded: false, theme: null },
  })
const keyOf = (index: number) => sent[index]?.headers['idempotency-key']

describe('addresses', () => {
  it('fill parameters and repeat lists', () => {
    expect(addressOf(api.members.get, { params: { userId: 'a/b' } })).toBe('/api/members/a%2Fb')
    expect(
      addressOf(api.members.list, { query: { status: ['active', 'sick leave'], search: '', cursor: undefined } }),
    ).toBe('/api/members?status=active&status=sick+leave')
  })

  it('keep commas as characters', () => {
    expect(addressOf(api.courses.list, { query: { category: ['Sales, EMEA'] } })).toBe(
      '/api/courses?category=Sales%2C+EMEA',
    )
  })
})

describe('changes', () => {
  it('carry an Idempotency-Key, a new one for each wish', async () => {
    answers.push(json({}), json({}))
    await save()
    await save()
    expect(keyOf(0)).toMatch(/^[0-9a-f-]{36}$/)
    expect(keyOf(1)).not.toBe(keyOf(0))
  })

  it('keep it over retries when no answer came', async () => {
    answers.push(new Error('offline'), json({ title: 'gateway' }, 503), json({ favourites: [] }))
    await save()
    expect(sent).toHaveLength(3)
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(1)
  })

  it('give up with `unavailable`', async () => {
    answers.push(new Error('offline'), new Error('offline'), new Error('offline'))
    await expect(save()).rejects.toMatchObject({ code: 'unavailable', status: 0 })
  })

  it('are not sent again after a refusal', async () => {
    answers.push(json({ type: 'about:blank', title: 'Conflict', status: 409, code: 'stale' }, 409))
    await expect(save()).rejects.toMatchObject({ code: 'stale' })
    expect(sent).toHaveLength(1)
  })
})

describe('reading', () => {
  it('has no key and is not retried here', async () => {
    answers.push(new Error('offline'))
    await expect(call(api.session.teams)).rejects.toBeInstanceOf(ApiProblem)
    expect(sent).toHaveLength(1)
    expect(keyOf(0)).toBeUndefined()
  })

  it('turns a problem into an error with its fields', async () => {
    answers.push(
      json(
        {
          type: 'about:blank',
          title: 'Invalid',
          status: 422,
          code: 'invalid-input',
          detail: 'No',
          errors: [{ path: 'query.limit', message: 'too many' }],
        },
        422,
      ),
    )
    await expect(call(api.members.list, { query: { limit: 1000 } })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'No',
      errors: [{ path: 'query.limit' }],
    })
  })

  it('turns a proxy’s page into a problem too', async () => {
    answers.push(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    await expect(call(api.session.teams)).rejects.toMatchObject({ code: 'unavailable', status: 502 })
  })
})

describe('a lost session', () => {
  it('reports the end of the session once the server no longer knows it, but not after a refused sign-in', async () => {
    const ended = vi.fn()
    const stop = onSignedOut(ended)
    const refusal = () => json({ type: 'about:blank', title: 'Sign in', status: 401, code: 'not-signed-in' }, 401)
    answers.push(refusal(), refusal())
    await expect(call(api.session.signIn, { body: { username: 'some', password: 'wrong' } })).rejects.toMatchObject({
      status: 401,
    })
    expect(ended).not.toHaveBeenCalled()
    await expect(call(api.session.teams)).rejects.toMatchObject({ status: 401 })
    expect(ended).toHaveBeenCalledOnce()
    stop()
  })
})
