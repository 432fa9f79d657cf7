import { describe, expect, it } from 'vitest'
import { teamLabel } from './queries.ts'

describe('the team of a host name', () => {
  it.each([
    ['munro.learnt.example', 'munro'],
    ['munro.eu.learnt.example', 'munro'],
    ['stellar.localhost', 'stellar'],
    ['learnt.example', null],
    ['munro.elsewhere.example', null],
    ['evillearnt.example', null],
  ])('%s names %s', (host, label) => {
    expect(teamLabel(host, ['learnt.example', 'localhost'])).toBe(label)
  })
})
