import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const badges: readonly DeclaredPage[] = [
  page(
    '/apps/admin/badges-rules',
    'admin',
    'badgeRules',
    'BadgeRulesPage',
    ['badgeRules', 'documentKinds', 'permissions'],
    { icon: 'badge' },
  ),
  page('/apps/admin/badges-rules/:ruleId', 'admin', 'badgeRule', 'BadgeRulePage', [
    'badgeRules',
    'documents',
    'documentKinds',
    'permissions',
  ]),
  page('/apps/admin/badges', 'admin', 'badges', 'BadgesPage', ['badges'], { icon: 'badge' }),
  page('/apps/admin/badges/:badgeId', 'admin', 'badge', 'BadgePage', [
    'badges',
    'myBadges',
    'certificates',
    'permissions',
    'files',
  ]),
]
