import { beforeEach, expect, it } from 'vitest'
import { forgetAttempt, rememberAttempt, takeAttempt } from './attempted-path.ts'

beforeEach(() => sessionStorage.clear())

it('gives the wanted page back once', () => {
  rememberAttempt('/apps/admin/users?status=active')
  expect(takeAttempt('anna')).toBe('/apps/admin/users?status=active')
  expect(takeAttempt('anna')).toBeNull()
})

it('gives a person’s page back to them alone, and drops it for anybody else', () => {
  const path = '/apps/users?search=meier'
  rememberAttempt(path, 'anna')
  expect(takeAttempt('anna')).toBe(path)
  rememberAttempt(path, 'anna')
  expect(takeAttempt('ben')).toBeNull()
  expect(takeAttempt('anna')).toBeNull()
})

it('forgets it when somebody signs out', () => {
  rememberAttempt('/apps/users', 'anna')
  forgetAttempt()
  expect(takeAttempt('anna')).toBeNull()
})

it('remembers no page that leads back to the sign-in', () => {
  for (const path of ['/', '/login?ended', '/logout', '/teams']) rememberAttempt(path)
  expect(takeAttempt('anna')).toBeNull()
})

it('never leads to another site', () => {
  for (const path of ['https://evil.example', '//evil.example', '/\\evil.example', 7, null]) {
    for (const planted of [JSON.stringify({ path }), JSON.stringify(path), String(path)]) {
      sessionStorage.setItem('learnt.attempted', planted)
      expect(takeAttempt('anna')).toBeNull()
    }
  }
})
