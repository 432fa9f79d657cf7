import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const providers: readonly DeclaredPage[] = [
  page(
    '/apps/admin/settings/providers',
    'admin',
    'settingsProviders',
    'ProvidersPage',
    ['settings', 'providerSettings'],
    { icon: 'link' },
  ),
]
