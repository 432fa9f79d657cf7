import { type Feature, page } from '../../routes/feature.ts'

export const scim: Feature = {
  pages: [page('/apps/admin/integrations', 'admin', 'integrations', 'IntegrationsPage', ['scim'], { icon: 'link' })],
}
