import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const scim: readonly DeclaredPage[] = [
  page('/apps/admin/integrations', 'admin', 'integrations', 'IntegrationsPage', ['scim'], { icon: 'link' }),
]
