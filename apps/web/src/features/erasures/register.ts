import { type Feature, page } from '../../routes/feature.ts'

export const erasures: Feature = {
  pages: [
    page(
      '/apps/admin/settings/data-protection',
      'admin',
      'settingsDataProtection',
      'DataProtectionPage',
      ['settings', 'erasures'],
      { icon: 'admin' },
    ),
  ],
}
