import { type Feature, page, redirect } from '../../routes/feature.ts'

export const themes: Feature = {
  pages: [
    page('/apps/superadmin/tenant/:tenantId/theme/:teamId', 'superadmin', 'settingsTheme', 'TenantThemePage', [
      'settings',
      'administration',
    ]),
    redirect('/apps/admin/settings', 'admin', 'settingsTheme', '/apps/admin/settings/theme'),
    page('/apps/admin/settings/theme', 'admin', 'settingsTheme', 'ThemePage', ['settings'], { icon: 'theme' }),
  ],
}
