import { emptied, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  rewardOrders: {
    copy: { file: 'reward-orders.json', without: ['closed_by'], order: 't.ordered_at, t.id' },
    erased: [emptied('comments', { note: `''` })],
    wordless: ['title', 'state'],
  },
  rewards: { isContent: true },
}
