import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { clientEvents } from '@learnt/contract/analytics-names'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { configureAnalytics } from './analytics.ts'
import { useSend } from './queries.ts'

afterEach(() => {
  configureAnalytics({ isOn: false, me: null, team: { id: 'learnt', tenantId: 'learnt' } })
})

test('a deed of the administration is said when it is done, and not when it was refused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const said: string[] = []
  let status = 422
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (address === '/api/analytics') {
      said.push(...JSON.parse(String(request.body)).events.map((event: { name?: string }) => event.name))
      return new Response(null, { status: 204 })
    }
    return status === 422
      ? new Response(JSON.stringify({ type: 'about:blank', title: 'No', status, code: 'invalid', errors: [] }), {
          status,
          headers: { 'content-type': 'application/problem+json' },
        })
      : new Response(null, { status: 204 })
  })
  configureAnalytics({ isOn: true, me: null, team: { id: 'learnt', tenantId: 'learnt' } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSend(api.courses.publish), { wrapper })
  const publish = () => act(() => result.current.mutateAsync({ params: { courseId: 'c' } } as never).catch(() => {}))
  await publish()
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual([])
  status = 204
  await publish()
  await vi.advanceTimersByTimeAsync(5000)
  expect(said).toEqual(['admin-course-publish'])
})

test('each name that pages may say is said somewhere', () => {
  const folder = join(import.meta.dirname, '..')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  for (const name of clientEvents)
    expect(
      texts.some((text) => text.includes(`'${name}'`)),
      name,
    ).toBe(true)
})
