import pg from 'pg'

/** An error that PostgreSQL itself reported, with its `code` and `constraint`. `detail` holds values: never send it on. */
export type DatabaseError = pg.DatabaseError

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof pg.DatabaseError
}

export function isUniqueViolation(error: unknown, constraint?: string): error is DatabaseError {
  return violates(error, '23505', constraint)
}

export function isCheckViolation(error: unknown, constraint?: string): error is DatabaseError {
  return violates(error, '23514', constraint)
}

/** A query met a tenant table while no tenant was bound: raised by current_tenant(). */
export function isNoTenantBound(error: unknown): error is DatabaseError {
  return isDatabaseError(error) && error.code === 'LN001'
}

/** The database cannot be reached or is going down: worth a 503 and another try later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof CommitOutcomeUnknown) return true
  if (isDatabaseError(error)) return UNAVAILABLE.has(error.code ?? '') || (error.code ?? '').startsWith('08')
  return isConnectionLost(error)
}

/** The connection broke or was never made, so the connection must not be used again. */
export function isConnectionLost(error: unknown): boolean {
  if (isDatabaseError(error)) return error.severity === 'FATAL' || error.severity === 'PANIC'
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: string }
  return (code !== undefined && SOCKET_ERRORS.has(code)) || LOST.test(error.message)
}

/** Another transaction was in the way (serialization failure, deadlock): running the whole again can succeed. */
export function isConflict(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')
}

/** The connection broke between COMMIT and its answer: the transaction may or may not have happened. */
export class CommitOutcomeUnknown extends Error {
  override readonly name = 'CommitOutcomeUnknown'
  constructor(cause: unknown) {
    super('The connection to the database was lost during COMMIT; the change may or may not have been made', { cause })
  }
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  return isDatabaseError(error) && error.code === code && (constraint === undefined || error.constraint === constraint)
}

// admin shutdown, crash, cannot connect now, database dropped, too many connections
const UNAVAILABLE = new Set(['57P01', '57P02', '57P03', '57P04', '53300'])
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/
