import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const navigation: readonly DeclaredPage[] = [
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
]
