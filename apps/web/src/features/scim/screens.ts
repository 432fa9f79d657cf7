import type { PageNotes } from '../../testing/screens.ts'

export const notes: PageNotes = {
  '/apps/admin/integrations': {
    missing: 'provisioning by SCIM 2.0; webhooks and learning tools of others are not there',
  },
}
