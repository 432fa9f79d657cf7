import { describe, expect, it } from 'vitest'
import { acceptsMethod, type Choosable, chooseMembership } from './policy.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day))
const membership = (teamId: string, tenantId: string, more: Partial<Choosable> = {}): Choosable => ({
  userId: 'u',
  teamId,
  tenantId,
  authMethods: [],
  isDefault: false,
  lastUsedAt: null,
  createdAt: at(1),
  ...more,
})
const chosen = (memberships: Choosable[], page = { teamId: 'north', tenantId: 'acme' }) =>
  chooseMembership(memberships, page)?.teamId ?? null

describe('the membership that a sign-in enters', () => {
  it('is none without any, and the only one wherever it is', () => {
    expect(chosen([])).toBeNull()
    expect(chosen([membership('far', 'away')])).toBe('far')
  })

  it('is the page’s team before everything else', () => {
    expect(
      chosen([
        membership('acme', 'acme'),
        membership('south', 'acme', { isDefault: true }),
        membership('north', 'acme'),
      ]),
    ).toBe('north')
  })

  it('is the tenant’s own team next, of the same tenant only', () => {
    expect(
      chosen([
        membership('other', 'other'),
        membership('acme', 'acme'),
        membership('south', 'acme', { isDefault: true }),
      ]),
    ).toBe('acme')
    expect(chosen([membership('other', 'other'), membership('far', 'away', { isDefault: true })])).toBe('far')
  })

  it('is then the default, the last used, the oldest, the first by id', () => {
    expect(chosen([membership('a', 'x', { lastUsedAt: at(9) }), membership('b', 'x', { isDefault: true })])).toBe('b')
    expect(
      chosen([
        membership('a', 'x', { createdAt: at(1) }),
        membership('b', 'x', { lastUsedAt: at(9), createdAt: at(5) }),
      ]),
    ).toBe('b')
    expect(chosen([membership('a', 'x', { createdAt: at(3) }), membership('b', 'x', { createdAt: at(2) })])).toBe('b')
    expect(chosen([membership('b', 'x'), membership('a', 'x')])).toBe('a')
  })
})

it('takes passwords where no methods are named', () => {
  expect(acceptsMethod({ authMethods: [] }, 'password')).toBe(true)
  expect(acceptsMethod({ authMethods: [] }, 'saml')).toBe(false)
  expect(acceptsMethod({ authMethods: ['saml'] }, 'password')).toBe(false)
  expect(acceptsMethod({ authMethods: ['saml', 'password'] }, 'password')).toBe(true)
})
