import { beforeEach, expect, it } from 'vitest'
import { rememberAttempt, takeAttempt } from './attempted-path.ts'

beforeEach(() => sessionStorage.clear())

it('gives the wanted page back once', () => {
  rememberAttempt('/apps/admin/users?status=active')
  expect(takeAttempt()).toBe('/apps/admin/users?status=active')
  expect(takeAttempt()).toBeNull()
})

it('remembers no page that leads back to the sign-in', () => {
  for (const path of ['/', '/login?ended', '/logout', '/teams']) rememberAttempt(path)
  expect(takeAttempt()).toBeNull()
})

it('never leads to another site', () => {
  for (const planted of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    sessionStorage.setItem('learnt.attempted', planted)
    expect(takeAttempt()).toBeNull()
  }
})
