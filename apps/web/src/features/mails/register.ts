import { type Feature, page } from '../../routes/feature.ts'

export const mails: Feature = {
  pages: [page('/apps/admin/outbox', 'admin', 'outbox', 'OutboxPage', ['administration'], { icon: 'mail' })],
}
