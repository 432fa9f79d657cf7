import type { DemoAttributes, DemoTenantId } from './shapes.ts'

/** A saved audience of the demonstration: a rule, or a list of the first people that a rule matches. */
export interface DemoAudience {
  readonly tenantId: DemoTenantId
  readonly key: string
  readonly title: string
  readonly kind: 'rule' | 'people'
  readonly rule: Partial<Record<keyof DemoAttributes, string[]>>
  /** People on a list. */
  readonly size?: number
  /** Courses whose rules are this audience and nothing else. */
  readonly usedFor: readonly string[]
}

export const demoAudiences: readonly DemoAudience[] = [
  {
    tenantId: 'learnt',
    key: 'team-leads',
    title: 'Team leads',
    kind: 'rule',
    rule: { position: ['Team lead'] },
    usedFor: ['new-manager-essentials'],
  },
  {
    tenantId: 'learnt',
    key: 'first-aiders-lisbon',
    title: 'First aiders in Lisbon',
    kind: 'people',
    rule: { loc2: ['Lisbon'] },
    size: 6,
    usedFor: [],
  },
  {
    tenantId: 'munro',
    key: 'front-of-house',
    title: 'Front of house',
    kind: 'rule',
    rule: { div1: ['Front office', 'Restaurant'] },
    usedFor: ['customer-conversations'],
  },
]
