import type { TenantId } from '../tenant-id.ts'
import type { Statement } from './flush.ts'

/** What a transaction is for. */
export type Kind = 'read' | 'write' | 'batch' | 'control' | 'system'

/** Milliseconds. */
export interface Timeouts {
  statement: number
  idleInTransaction: number
  connect: number
}

export interface Bound {
  readonly kind: Kind
  readonly tenantId: TenantId | null
  /** Sets, for this transaction alone, whose data is seen. */
  readonly bind: Statement
}

const BIND = `select set_config('app.tenant_id',$1,true)`
const READ_ONLY = `set_config('transaction_read_only','on',true)`
const STATEMENT_TIMEOUT = `set_config('statement_timeout',$2,true)`
const IDLE_TIMEOUT = `set_config('idle_in_transaction_session_timeout',$3,true)`

export const asRelay: Statement = { text: `select set_config('role',$1,true)`, values: ['learnt_relay'] }

export function bindTenant(
  unnamed: boolean,
  timeouts: Timeouts,
  tenant: string,
  readOnly: boolean,
  timeout?: number,
): Statement {
  if (typeof tenant !== 'string' || tenant === '') throw new TypeError('No tenant')
  return settings(tenant, readOnly, unnamed, timeouts, timeout)
}

// '' is what a connection holds after a tenant was bound to it once: current_tenant() raises on it
export function noTenant(unnamed: boolean, timeouts: Timeouts): Statement {
  return settings('', false, unnamed, timeouts, undefined)
}

function settings(
  value: string,
  readOnly: boolean,
  unnamed: boolean,
  timeouts: Timeouts,
  timeout: number | undefined,
): Statement {
  const text = readOnly ? `${BIND},${READ_ONLY}` : BIND
  // A pooler hands out connections whose settings are not ours, so there the general limits travel along each time.
  if (unnamed) {
    const values = [value, String(timeout ?? timeouts.statement), String(timeouts.idleInTransaction)]
    return { text: `${text},${STATEMENT_TIMEOUT},${IDLE_TIMEOUT}`, values }
  }
  if (timeout === undefined) return { text, values: [value] }
  return { text: `${text},${STATEMENT_TIMEOUT}`, values: [value, String(timeout)] }
}
