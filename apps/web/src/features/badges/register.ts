import { type Feature, page } from '../../routes/feature.ts'

export const badges: Feature = {
  pages: [
    page('/apps/admin/badges-rules', 'admin', 'badgeRules', 'BadgeRulesPage', {
      icon: 'badge',
      namespaces: ['badgeRules', 'documentKinds', 'permissions'],
    }),
    page('/apps/admin/badges-rules/:ruleId', 'admin', 'badgeRule', 'BadgeRulePage', {
      namespaces: ['badgeRules', 'documents', 'documentKinds', 'permissions'],
    }),
    page('/apps/admin/badges', 'admin', 'badges', 'BadgesPage', {
      icon: 'badge',
      namespaces: ['badges'],
    }),
    page('/apps/admin/badges/:badgeId', 'admin', 'badge', 'BadgePage', {
      namespaces: ['badges', 'myBadges', 'certificates', 'permissions', 'files'],
    }),
  ],
}
