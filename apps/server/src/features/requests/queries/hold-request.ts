import type { ApprovalLevel } from '@learnt/contract/forms/content'
import type { RequestKind, RequestState } from '@learnt/contract/requests'
import { sql } from 'kysely'
import type { WriteTx } from '../../../platform/db/database.ts'

/** A request that is locked until the end of the transaction, with its levels. */
export interface HeldRequest {
  readonly id: string
  readonly kind: RequestKind
  /** Null: it is about an order. */
  readonly documentId: string | null
  readonly title: string
  readonly submissionId: string | null
  readonly orderId: string | null
  readonly userId: string
  readonly membershipId: string
  readonly state: RequestState
  readonly levels: ApprovalLevel[] | null
  /** From 1. */
  readonly level: number | null
}

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
