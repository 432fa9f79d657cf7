import { codeMark } from '../../src/platform/mail/queue-mail.ts'
import type { TenantId } from '../../src/platform/tenant-id.ts'
import type { TestApp } from '../app.ts'

export interface GivenMail {
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The link that its button opens; empty if it has none. */
  readonly code: string
}

/** The mails that somebody received, newest first. Call `app.settle()` before. */
export async function mailsTo(app: TestApp, tenantId: TenantId, address: string): Promise<GivenMail[]> {
  const rows = await app.services.db
    .tenant(tenantId)
    .read((tx) =>
      tx
        .selectFrom('mails')
        .select(['kind', 'subject', 'textBody', 'htmlBody', 'linkId', 'linkCode'])
        .where('recipient', '=', address)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    )
  return rows.map((row) => {
    const fill = (text: string) => (row.linkId === null ? text : text.replaceAll(codeMark(row.linkId), row.linkCode))
    return {
      kind: row.kind,
      subject: row.subject,
      text: fill(row.textBody),
      html: fill(row.htmlBody),
      code: row.linkCode,
    }
  })
}
