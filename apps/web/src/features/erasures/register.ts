import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const erasures: readonly DeclaredPage[] = [
  page(
    '/apps/admin/settings/data-protection',
    'admin',
    'settingsDataProtection',
    'DataProtectionPage',
    ['settings', 'erasures'],
    { icon: 'admin' },
  ),
]
