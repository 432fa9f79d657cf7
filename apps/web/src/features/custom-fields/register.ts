import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const customFields: readonly DeclaredPage[] = [
  page(
    '/apps/admin/settings/dynamic-custom-fields',
    'admin',
    'settingsFields',
    'CustomFieldsPage',
    ['settings', 'customFields'],
    { icon: 'form', menuId: 'settings-fields' },
  ),
]
