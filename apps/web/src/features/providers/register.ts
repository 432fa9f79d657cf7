import { type Feature, page } from '../../routes/feature.ts'

export const providers: Feature = {
  pages: [
    page(
      '/apps/admin/settings/providers',
      'admin',
      'settingsProviders',
      'ProvidersPage',
      ['settings', 'providerSettings'],
      { icon: 'link' },
    ),
  ],
}
