import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const [badges, rules] = await Promise.all([
    admin.call(api.badges.list, { query: { limit: 1, sort: 'holders', direction: 'desc' } }),
    admin.call(api.badges.rules.list, { query: { limit: 1 } }),
  ])
  const [badge] = badges.items
  const [rule] = rules.items
  if (!badge || !rule) throw new Error('The demonstration has no badge that a rule gives')
  const route = '/apps/admin/badges/:badgeId'
  return [
    { name: 'badge-designer', as: 'admin', route, address: `/apps/admin/badges/${badge.id}` },
    { name: 'badge-holders', as: 'admin', route, address: `/apps/admin/badges/${badge.id}?tab=holders` },
    { name: 'badge-award', as: 'admin', route, address: `/apps/admin/badges/${badge.id}?tab=award` },
    {
      name: 'badge-rule',
      as: 'admin',
      route: '/apps/admin/badges-rules/:ruleId',
      address: `/apps/admin/badges-rules/${rule.id}`,
    },
    {
      name: 'badge-rule-new',
      as: 'admin',
      route: '/apps/admin/badges-rules/:ruleId',
      address: `/apps/admin/badges-rules/new?badge=${badge.id}`,
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/badges': { remark: 'create, copy, archive, bring back, remove' },
  '/apps/admin/badges/:badgeId': {
    remark:
      'designer with shape, symbol, colours, text or an own picture; words in each language; holders with CSV and XLSX, revoking; awarding by `?tab=award`',
  },
  '/apps/admin/badges-rules': { remark: 'each rule in words' },
  '/apps/admin/badges-rules/:ruleId': {
    remark: '`new` makes one; the rule in words, and by name who would get the badge now',
  },
}
