import { expect, it } from 'vitest'
import { hostOf } from './host-of.ts'

it('takes the host name out of a pasted address, and leaves what holds none', () => {
  for (const typed of [
    'learn.acme.example',
    ' Learn.Acme.example. ',
    'http://learn.acme.example/',
    'https://learn.acme.example:8443/login?team=acme#top',
    'learn.acme.example/login',
  ])
    expect(hostOf(typed), typed).toBe('learn.acme.example')
  expect(hostOf('https://büro.example/')).toBe('xn--bro-hoa.example')
  for (const typed of ['', 'acme', 'http://', 'http://10.0.0.1/', 'two words', 'ftp://learn.acme.example/'])
    expect(hostOf(typed), typed).toBe(typed)
})
