import { type DeclaredPage, page } from '../../routes/declared-page.ts'

export const mails: readonly DeclaredPage[] = [
  page('/apps/admin/outbox', 'admin', 'outbox', 'OutboxPage', ['mails'], { icon: 'mail' }),
]
