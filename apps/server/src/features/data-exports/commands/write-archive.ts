import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { RawBuilder } from 'kysely'
import yazl from 'yazl'
import type { Ctx } from '../../../platform/context.ts'
import { camelCase } from '../../../platform/db/names.ts'
import type { ReportProgress } from '../../../platform/jobs/job.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { readCopied } from '../../../platform/xlsx.ts'
import { findAccountData } from '../queries/find-own-data.ts'
import { listPersonRows, type PersonRows } from '../queries/person-rows.ts'

export interface Archive {
  readonly sha256: string
  readonly size: number
}

/** Writes everything about the actor to `path`. One table after the other, as it comes: the memory of a few pieces of it. */
export async function writeArchive(ctx: Ctx, path: string, progress: ReportProgress): Promise<Archive> {
  const { userId, tenantId } = ctx.actor
  const parts = listPersonRows()
  const total = parts.length + 1
  await progress(0, total)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const zip = new yazl.ZipFile()
  const hash = createHash('sha256')
  let size = 0
  const summing = new Transform({
    transform(piece: Buffer, _, done) {
      hash.update(piece)
      size += piece.length
      done(null, piece)
    },
  })
  const output = zip.outputStream as Readable
  const written = pipeline(output, summing, createWriteStream(path, { mode: 0o600 }))
  // Awaited below; what breaks it first may be the adding.
  written.catch(() => {})
  try {
    const { sessions, ...profile } = await findAccountData(ctx.services.db, userId, tenantId)
    await add(zip, 'readme.txt', [Buffer.from(readmeOf(ctx, parts))])
    await add(zip, 'profile.json', [Buffer.from(`${JSON.stringify(profile, null, 2)}\n`)])
    await add(zip, 'sessions.json', [Buffer.from(`${JSON.stringify(sessions, null, 2)}\n`)])
    for (const [n, part] of parts.entries()) {
      await progress(n + 1, total)
      await addRows(ctx, zip, part, userId)
    }
    zip.end()
    await written
  } catch (error) {
    output.destroy(error as Error)
    await written.catch(() => {})
    throw error
  }
  await progress(total, total)
  return { sha256: hash.digest('hex'), size }
}

/** Only so many files are read from the database at a time: the others wait their turn. */
const tries = 30
const waitMs = 2000

async function addRows(ctx: Ctx, zip: yazl.ZipFile, part: PersonRows, userId: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const rows = copyOf(ctx, part.rows(userId, ctx.now))
    try {
      // The first piece comes before the entry is begun: an entry cannot be taken back.
      const first = await rows.next()
      return await add(zip, part.file, textOf(part.file.endsWith('.ndjson'), first, rows))
    } catch (error) {
      const isBusy = error instanceof ProblemError && error.code === 'unavailable'
      if (!isBusy || attempt === tries) throw error
      await wait(waitMs)
    }
  }
}

function copyOf(ctx: Ctx, statement: RawBuilder<unknown>): AsyncGenerator<string[][]> {
  return readCopied(ctx.services.db.tenant(ctx.actor.tenantId).copyCsv(statement))
}

async function* textOf(
  isNdjson: boolean,
  first: IteratorResult<string[][]>,
  rest: AsyncGenerator<string[][]>,
): AsyncGenerator<Buffer> {
  let isHeader = true
  let isFirst = true
  const write = (records: string[][]): string => {
    let text = ''
    for (const [cell = ''] of records) {
      if (isHeader) {
        isHeader = false
        continue
      }
      const line = JSON.stringify(namedAsHere(JSON.parse(cell) as Record<string, unknown>))
      text += isNdjson ? `${line}\n` : `${isFirst ? '[\n' : ',\n'}  ${line}`
      isFirst = false
    }
    return text
  }
  if (!first.done) {
    yield Buffer.from(write(first.value))
    for await (const records of rest) yield Buffer.from(write(records))
  }
  if (!isNdjson) yield Buffer.from(isFirst ? '[]\n' : '\n]\n')
}

/** The database's names of columns as everywhere else outside of it. What stands inside of a column stays as it is. */
function namedAsHere(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camelCase(name), value]))
}

function add(zip: yazl.ZipFile, name: string, source: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(name, { mode: 0o100600, forceZip64Format: true }, (give) => {
      const stream = Readable.from(source, { objectMode: false })
      stream.once('error', reject)
      stream.once('end', resolve)
      give(null, stream)
    })
  })
}

function readmeOf({ t, actor, now }: Ctx, parts: readonly PersonRows[]): string {
  const files = ['readme.txt', 'profile.json', 'sessions.json', ...parts.map(({ file }) => file)]
  const lines = files.map((file) => `${file}\n    ${t(`dataExports.files.${keyOf(file)}`)}`)
  const about = t('dataExports.readme', { tenant: actor.tenantId, at: now.toISOString() })
  // With the mark by which plain editors know that it is UTF-8.
  return `\uFEFF${[about, ...lines].join('\n\n')}\n`.replaceAll('\n', '\r\n')
}

function keyOf(file: string): string {
  return camelCase((file.split('.')[0] ?? '').replaceAll('-', '_'))
}
