import { type Feature, page } from '../../routes/feature.ts'

export const navigation: Feature = {
  pages: [
    page('/apps/superadmin/navigation-settings', 'superadmin', 'navigationTemplates', 'NavigationSettingsPage', {
      icon: 'menu',
      namespaces: ['settings'],
    }),
    page('/apps/admin/settings/navigation', 'superadmin', 'settingsNavigation', 'NavigationPage', {
      icon: 'menu',
      namespaces: ['settings'],
    }),
  ],
}
