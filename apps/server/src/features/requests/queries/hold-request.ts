import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'
import type { HeldRequest } from '../../../platform/request-kinds.ts'

const columns = sql`
  r.id, r.kind, r.document_id, coalesce(d.title, r.title) as title, r.submission_id, r.order_id, r.user_id, r.membership_id, r.state, r.levels, r.level`

/** NOTE a request is locked before its submission, everywhere. */
export async function holdRequest(tx: WriteTx, id: string): Promise<HeldRequest | undefined> {
  const { rows } = await sql<HeldRequest>`
    select ${columns} from requests r left join documents d on d.id = r.document_id where r.id = ${id} for update of r`.execute(
    tx,
  )
  return rows[0]
}

/** The request by which a submission waits. */
export async function holdOpenRequestOf(tx: WriteTx, submissionId: string): Promise<HeldRequest | undefined> {
  const { rows } = await sql<HeldRequest>`
    select ${columns} from requests r join documents d on d.id = r.document_id
    where r.submission_id = ${submissionId} and r.state = 'open' for update of r`.execute(tx)
  return rows[0]
}
