import { type DeclaredPage, page, redirect } from '../../routes/declared-page.ts'

export const themes: readonly DeclaredPage[] = [
  page('/apps/superadmin/tenant/:tenantId/theme/:teamId', 'superadmin', 'settingsTheme', 'TenantThemePage', [
    'settings',
    'administration',
  ]),
  redirect('/apps/admin/settings', 'admin', 'settingsTheme', '/apps/admin/settings/theme'),
  page('/apps/admin/settings/theme', 'admin', 'settingsTheme', 'ThemePage', ['settings'], { icon: 'theme' }),
]
