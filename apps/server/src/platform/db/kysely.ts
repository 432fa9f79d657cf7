import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Statement, StatementResult } from './flush.ts'
import { snakeCase } from './names.ts'
import type { DB } from './rows.ts'

/** Takes the statements that a Kysely makes. */
export interface Collector {
  add(statement: Statement): Promise<StatementResult>
}

export function kyselyOver(collector: Collector): Kysely<DB> {
  return new Kysely<DB>(propsOver(collector))
}

export function propsOver(collector: Collector): KyselyProps {
  const connection: DatabaseConnection = {
    executeQuery: async <R>(query: CompiledQuery) =>
      queryResult(await collector.add(statementOf(query))) as QueryResult<R>,
    streamQuery() {
      throw new Error('Streaming holds a connection for as long as the reader likes; page through the rows instead')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consumer) => consumer(connection),
  })
  return { config: { dialect }, driver, executor, dialect }
}

export function statementOf({ sql, parameters }: CompiledQuery): Statement {
  if (BY_HAND.test(sql)) throw new Error(`Not by hand: ${sql.slice(0, 60)}; see database.ts`)
  return { text: sql, values: parameters }
}

export function queryResult({ rows, rowCount, command }: StatementResult): QueryResult<Record<string, unknown>> {
  const changes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return changes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
}

// These would end the transaction that the tenant's binding lives in, or change what the next user of the connection sees.
const BY_HAND =
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|prepare|deallocate|discard(?! plans$)|set|reset|copy|listen|unlisten)\b/i

class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier))
  }
}

const compiler = new SnakeCaseCompiler()
const adapter = new PostgresAdapter()

const refuse = (): Promise<never> =>
  Promise.reject(new Error('Transactions are opened by write(), not by kysely: see database.ts'))

const driver: Driver = {
  init: async () => {},
  acquireConnection: refuse,
  beginTransaction: refuse,
  commitTransaction: refuse,
  rollbackTransaction: refuse,
  releaseConnection: refuse,
  destroy: refuse,
}

const dialect: Dialect = {
  createDriver: () => driver,
  createQueryCompiler: () => compiler,
  createAdapter: () => adapter,
  createIntrospector: (db) => new PostgresIntrospector(db),
}
