import { type Feature, page } from '../../routes/feature.ts'

export const navigation: Feature = {
  pages: [
    page(
      '/apps/superadmin/navigation-settings',
      'superadmin',
      'navigationTemplates',
      'NavigationSettingsPage',
      ['settings'],
      { icon: 'menu' },
    ),
    page('/apps/admin/settings/navigation', 'superadmin', 'settingsNavigation', 'NavigationPage', ['settings'], {
      icon: 'menu',
    }),
  ],
}
