import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Settings } from './env.ts'
import type { Secrets } from './secrets.ts'

/**
 * A signed line about the end of a tenant's audit chain, kept outside of the database.
 * - `sealed`: the chain has come this far
 * - `restored`: a backup was put back, and the chain ends here now
 * - `removed`: the tenant was deleted; one of the same id may begin another chain
 */
const Line = z.object({
  kind: z.enum(['sealed', 'restored', 'removed']),
  tenantId: z.string(),
  chainId: z.string(),
  seq: z.number().int().nonnegative(),
  /** Hex. */
  hash: z.string(),
  at: z.iso.datetime(),
  /** The public key, for auditors who check by hand. */
  key: z.string(),
  signature: z.string(),
})
export type HeadLine = z.infer<typeof Line>
type Head = Pick<HeadLine, 'chainId' | 'seq' | 'hash'>

export interface HeadKeeper {
  readonly settings: Pick<Settings, 'dataDir'>
  readonly secrets: Pick<Secrets, 'auditKey'>
}

/** Some hundred lines say between which two heads something happened; older ones say nothing that a newer one does not. */
const limits = { bytes: 128 * 1024, kept: 100 }

/** One file for each tenant. A process that appends holds the row of the tenant's head, so two never write at once. */
function fileOf({ settings }: HeadKeeper, tenantId: string): string {
  return join(settings.dataDir, 'audit-heads', `${tenantId}.ndjson`)
}

/**
 * The lines that this installation has signed, oldest first. `strange` counts lines with another key or a wrong signature.
 * What is no line at all was left by a killed process, and the next one closes it.
 */
export async function readHeads(keeper: HeadKeeper, tenantId: string): Promise<{ lines: HeadLine[]; strange: number }> {
  const text = await readText(fileOf(keeper, tenantId))
  const lines: HeadLine[] = []
  let strange = 0
  for (const line of text.split('\n')) {
    const parsed = parseLine(line)
    if (parsed === null) continue
    const { auditKey } = keeper.secrets
    if (parsed.tenantId === tenantId && auditKey.isSigned(signedText(parsed), parsed.signature)) lines.push(parsed)
    else strange++
  }
  return { lines, strange }
}

/** The lines the chain must agree with: leaves out those made obsolete by a restore or the end of the tenant. */
export function linesInForce(lines: readonly HeadLine[]): HeadLine[] {
  let kept: HeadLine[] = []
  for (const line of lines) {
    if (line.kind === 'removed') kept = []
    else if (line.kind === 'restored')
      kept = [...kept.filter((one) => one.chainId === line.chainId && one.seq <= line.seq), line]
    else kept.push(line)
  }
  return kept
}

/** Adds a line, which is on the disk when the promise resolves. Twice is no harm. */
export async function appendHead(
  keeper: HeadKeeper,
  tenantId: string,
  of: Head & Pick<HeadLine, 'kind'> & { readonly at: Date },
): Promise<void> {
  const path = fileOf(keeper, tenantId)
  await mkdir(join(keeper.settings.dataDir, 'audit-heads'), { recursive: true, mode: 0o700 })
  const { auditKey } = keeper.secrets
  const unsigned = { kind: of.kind, tenantId, chainId: of.chainId, seq: of.seq, hash: of.hash, at: of.at.toISOString() }
  const line = { ...unsigned, key: auditKey.publicKey, signature: auditKey.sign(signedText(unsigned)) }
  const before = await readText(path)
  const added = `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(line)}\n`
  if (before.length + added.length <= limits.bytes) return writeSynced(path, 'a', added)
  const kept = before.split('\n').filter((one) => one !== '')
  await writeSynced(`${path}.new`, 'w', `${kept.slice(1 - limits.kept).join('\n')}\n${JSON.stringify(line)}\n`)
  await rename(`${path}.new`, path)
}

/** For a tenant that is removed: one that takes its id later begins another chain. */
export async function endHeads(keeper: HeadKeeper, tenantId: string, at: Date): Promise<void> {
  const last = (await readHeads(keeper, tenantId)).lines.at(-1)
  if (last && last.kind !== 'removed') await appendHead(keeper, tenantId, { ...last, kind: 'removed', at })
}

function signedText({ kind, tenantId, chainId, seq, hash, at }: Omit<HeadLine, 'key' | 'signature'>): string {
  return JSON.stringify([kind, tenantId, chainId, seq, hash, at])
}

function parseLine(line: string): HeadLine | null {
  try {
    return Line.parse(JSON.parse(line))
  } catch {
    return null
  }
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

async function writeSynced(path: string, flag: 'a' | 'w', text: string): Promise<void> {
  const file = await open(path, flag, 0o600)
  try {
    await file.appendFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
