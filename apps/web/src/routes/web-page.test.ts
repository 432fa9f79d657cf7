import { expect, it } from 'vitest'
import { webPage } from './web-page.ts'

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
  ' JavaScript:alert(1)',
  'https:',
  'https://a@b.example',
  '/login',
])('does not go to %s', (address) => {
  expect(() => webPage(address)).toThrow(TypeError)
})

it('goes to pages of the web', () => {
  expect(webPage('HTTPS://idp.example/sso?a=b')).toBe('https://idp.example/sso?a=b')
})
