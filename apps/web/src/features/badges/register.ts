import { type Feature, page } from '../../routes/feature.ts'

export const badges: Feature = {
  pages: [
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
  ],
}
