import { type Feature, page } from '../../routes/feature.ts'

export const customFields: Feature = {
  pages: [
    page(
      '/apps/admin/settings/dynamic-custom-fields',
      'admin',
      'settingsFields',
      'CustomFieldsPage',
      ['settings', 'customFields'],
      { icon: 'form', menuId: 'settings-fields' },
    ),
  ],
}
