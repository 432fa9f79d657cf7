import { describe, expect, it } from 'vitest'
import { isOwnHost, otherTeamOf, teamLabel } from './team-hosts.ts'

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

describe('a host name that a team may not have', () => {
  const settings = {
    publicUrl: 'https://learnt.example:8443',
    contentUrl: 'https://{label}.content.example',
    primaryDomains: ['learnt.example', 'localhost'],
  }

  it.each([
    ['learnt.example', true],
    ['localhost', true],
    ['munro.content.example', true],
    ['munro.learnt.example', false],
    ['content.example', false],
    ['munro.example', false],
  ])('%s is the installation’s own: %s', (host, own) => {
    expect(isOwnHost(host, settings)).toBe(own)
  })

  it('is where content lies without a label, too', () => {
    expect(isOwnHost('files.example', { ...settings, contentUrl: 'https://files.example' })).toBe(true)
    expect(isOwnHost('munro.files.example', { ...settings, contentUrl: 'https://files.example' })).toBe(false)
  })

  it('or the one of another team', () => {
    expect(otherTeamOf('munro.learnt.example', 'stellar', settings)).toBe('munro')
    expect(otherTeamOf('munro.learnt.example', 'munro', settings)).toBeNull()
    expect(otherTeamOf('munro.example', 'stellar', settings)).toBeNull()
  })
})
