import { type ImageWidth, imageWidths, type StoredFile } from '@learnt/contract/files'
import { avatarLimits } from '@learnt/contract/picture-crop'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import type { Database, ReadTx, Row } from '../../platform/db/database.ts'
import { mintTenantId, type TenantId } from '../../platform/tenant-id.ts'
import { type FilePlace, mayNameFile } from './policy.ts'

export type FileRow = Row<'files'>

/** A stored copy of an image. */
export interface Variant {
  readonly sha256: string
  readonly size: number
}

export function findFile(tx: ReadTx, fileId: string): Promise<FileRow | undefined> {
  return tx.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
}

/** What the bytes of a file and of its copies are kept under. */
export function hashesOf(file: Pick<FileRow, 'sha256' | 'variants'>): string[] {
  return [file.sha256, ...Object.values(file.variants as Record<string, Variant>).map((one) => one.sha256)]
}

/** Which of these stand for a file of the tenant. */
export async function listNamedHashes(tx: ReadTx, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    select h.sha256 from unnest(${[...hashes]}::text[]) h (sha256)
    where exists (select from files f where f.sha256 = h.sha256)
      or exists (select from files f, jsonb_each(f.variants) v where f.purpose in ('avatar', 'image', 'team', 'answer') and v.value ->> 'sha256' = h.sha256)`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.sha256))
}

/** Those of the files that there are, in no order. One statement whatever the number; none for none. */
export async function listFiles(tx: ReadTx, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return []
  return tx
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', [...new Set(fileIds)])
    .execute()
}

/** What a request names files for. */
export interface Naming extends FilePlace {
  /** Which of these stand there already, or in what the caller may change anyway. Asked for files of other people only. */
  readonly standing?: (fileIds: readonly string[]) => readonly string[] | Promise<readonly string[]>
}

/** Those of the files that the caller may name in a request; see mayNameFile(). One statement, a second one for files of others. */
export async function findNameable(
  ctx: Pick<Ctx, 'actor'>,
  tx: ReadTx,
  fileIds: readonly string[],
  { standing, ...place }: Naming,
): Promise<FileRow[]> {
  const files = await listFiles(tx, fileIds)
  const others = files.filter((file) => !mayNameFile(ctx.actor, file, place)).map((file) => file.id)
  if (others.length === 0) return files
  const kept = new Set((await standing?.(others)) ?? [])
  const left = new Set(others)
  return files.filter((file) => !left.has(file.id) || kept.has(file.id))
}

/** Ids that occur in a stored content. */
export function idsIn(content: unknown): (fileIds: readonly string[]) => readonly string[] {
  const text = JSON.stringify(content ?? null)
  return (fileIds) => fileIds.filter((id) => text.includes(id))
}

export type PreparedRow = Pick<Row<'preparedFiles'>, 'state' | 'outline' | 'reason' | 'askedAt'>

/** How far a document is prepared for reading; its words are left where they are. */
export function findPrepared(tx: ReadTx, fileId: string): Promise<PreparedRow | undefined> {
  return tx
    .selectFrom('preparedFiles')
    .select(['state', 'outline', 'reason', 'askedAt'])
    .where('fileId', '=', fileId)
    .executeTakeFirst()
}

/** A part of a document that is ready, as it is stored. */
export async function findPart(tx: ReadTx, fileId: string, number: number): Promise<string | undefined> {
  const part = await tx
    .selectFrom('preparedParts as part')
    .innerJoin('preparedFiles as prepared', (join) =>
      join.onRef('prepared.tenantId', '=', 'part.tenantId').onRef('prepared.fileId', '=', 'part.fileId'),
    )
    .select('part.body')
    .where('part.fileId', '=', fileId)
    .where('part.number', '=', number)
    .where('prepared.state', '=', 'ready')
    .executeTakeFirst()
  return part?.body
}

/** Whose team it is, for what is shown before anybody signs in. */
export async function findTenantOfTeam(db: Database, teamId: string): Promise<TenantId | null> {
  const { rows } = await db.control((tx) =>
    sql<{ tenantId: string }>`select tenant_id from control.view_of_team(${teamId})`.execute(tx),
  )
  return rows[0] ? mintTenantId(rows[0].tenantId) : null
}

/** As operations show it: with an address that is good for some hours, for the caller and nobody else. */
export function presentFile(ctx: Ctx, file: Pick<FileRow, 'id' | 'name' | 'contentType' | 'size'>): StoredFile {
  return {
    id: file.id,
    name: file.name,
    contentType: file.contentType,
    size: Number(file.size),
    url: signFileUrl(ctx, file),
  }
}

/** Address of a small image of a row; empty without one. Needs nothing but the id, so lists ask for no file. */
export function imageUrl(ctx: Ctx, fileId: string | null, width: ImageWidth = 320): string {
  return fileId === null ? '' : signFileUrl(ctx, { id: fileId, name: 'image.webp' }, width)
}

/**
 * A stored page with addresses for its images, signed for the caller. Pages are stored as `platform/html.ts` leaves them:
 * the file's id is each image's first attribute, and there is no address.
 */
export function signImages(ctx: Ctx, html: string): string {
  return html.replace(
    /<img data-file-id="([0-9a-f-]{36})"/g,
    (tag, id: string) => `${tag} src="${signFileUrl(ctx, { id, name: 'image.webp' })}"`,
  )
}

/** Long enough that a browser finds in its cache what it has fetched, short enough that a leaked address dies soon. */
export const signatureHours = 6

/**
 * Address of a file for the caller alone: bound to tenant, file, user and a window of hours. Within one window it stays
 * the same, and it works until the end of the next one.
 */
export function signFileUrl(
  ctx: Pick<Ctx, 'actor' | 'now' | 'services'>,
  file: { id: string; name: string },
  width?: ImageWidth,
): string {
  const window = windowOf(ctx.now)
  const signature = `${window.toString(36)}.${ctx.services.secrets.sign('files', ...signedParts(ctx, file.id, window))}`
  return `/files/${file.id}/${signature}/${addressName(file.name)}${width ? `?w=${width}` : ''}`
}

/** True for a signature that was made for this caller, in this tenant, for this file, in this window or the last one. */
export function isSignatureOf(
  ctx: Pick<Ctx, 'actor' | 'now' | 'services'>,
  fileId: string,
  signature: string,
): boolean {
  const [windowText = '', mac = ''] = signature.split('.')
  const window = Number.parseInt(windowText, 36)
  const current = windowOf(ctx.now)
  if (window !== current && window !== current - 1) return false
  return ctx.services.secrets.verify(mac, 'files', ...signedParts(ctx, fileId, window))
}

/** Address of a team's logo or background, for everybody. The file's purpose must be `team`. */
export function teamFileUrl(teamId: string, fileId: string): string {
  return `/team-files/${teamId}/${fileId}.webp`
}

/** Address of somebody's picture, for everybody of the tenant. The file's purpose must be `avatar`. */
export function avatarUrl(fileId: string): string {
  return `/avatars/${fileId}.webp`
}

/** The file behind the address of a picture; null for an address that is not ours. */
export function fileOfAvatar(address: string): string | null {
  return /^\/avatars\/([0-9a-f-]{36})\.webp$/.exec(address)?.[1] ?? null
}

/** The copy of an image that is as wide as asked for, else the widest there is; for other files their bytes. */
export function pickVariant(file: Pick<FileRow, 'sha256' | 'size' | 'variants'>, width: unknown): Variant {
  const variants = file.variants as Record<string, Variant>
  const known = [...imageWidths, avatarLimits.small].find((one) => String(one) === width)
  const asked = known ? variants[known] : undefined
  return asked ?? { sha256: file.sha256, size: Number(file.size) }
}

function windowOf(now: Date): number {
  return Math.floor(now.getTime() / (signatureHours * 3_600_000))
}

function signedParts({ actor }: Pick<Ctx, 'actor'>, fileId: string, window: number): string[] {
  return ['read', actor.tenantId, actor.userId, fileId, String(window)]
}

/** The name's plain letters and its ending, for addresses and old programs: the whole name travels in a header. */
export function addressName(name: string): string {
  const dot = name.lastIndexOf('.')
  const ending =
    dot > 0
      ? name
          .slice(dot + 1)
          .replace(/[^a-zA-Z0-9]/g, '')
          .slice(0, 8)
      : ''
  const stem = (dot > 0 ? name.slice(0, dot) : name)
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return `${stem || 'file'}${ending ? `.${ending.toLowerCase()}` : ''}`
}
