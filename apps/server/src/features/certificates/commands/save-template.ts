import { type CertificateDesign, type DesignElement, unknownFields } from '@learnt/contract/certificate-design'
import { locales } from '@learnt/contract/locales'
import { sql } from 'kysely'
import { audit, findLastChange } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { json, type ReadTx, type WriteTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { invalid, notFound, ProblemError, stale } from '../../../platform/problem.ts'
import { translatorFor } from '../../../platform/translate.ts'
import { findNameable } from '../../files/queries.ts'
import { picturesOf } from './make-pdf.ts'

/** Creates a template with a design; the first version. Answers its id. */
export async function createTemplate(
  ctx: Ctx,
  tx: WriteTx,
  of: { title: string; design: CertificateDesign },
): Promise<string> {
  const [id, versionId] = [newId(), newId()]
  await tx
    .insertInto('certificateTemplates')
    .values({ id, title: of.title, versionId, createdBy: ctx.actor.userId, createdAt: ctx.now, updatedAt: ctx.now })
    .execute()
  await insertVersion(ctx, tx, { id: versionId, templateId: id, number: 1, design: of.design })
  await audit(ctx, tx, {
    action: 'certificateTemplates.create',
    subjectType: 'certificateTemplate',
    subjectId: id,
    subjectTitle: of.title,
  })
  return id
}

/** Saves the next version. If two people change the same one, the second is told so and loses nothing. */
export async function saveTemplate(
  ctx: Ctx,
  tx: WriteTx,
  id: string,
  of: { title: string; revision: number; design: CertificateDesign },
): Promise<void> {
  const locked = await tx
    .selectFrom('certificateTemplates')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw notFound()
  if (locked.revision !== of.revision)
    throw stale(await findLastChange(tx, { subjectId: id, verbs: 'certificateTemplates.' }))
  await checkDesign(ctx, tx, of.design)
  const versionId = newId()
  await insertVersion(ctx, tx, { id: versionId, templateId: id, number: locked.revision + 1, design: of.design })
  await tx
    .updateTable('certificateTemplates')
    .set({ title: of.title, revision: locked.revision + 1, versionId, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
  await audit(ctx, tx, {
    action: 'certificateTemplates.change',
    subjectType: 'certificateTemplate',
    subjectId: id,
    subjectTitle: of.title,
    before: { title: locked.title, version: locked.revision },
    after: { title: of.title, version: locked.revision + 1 },
  })
}

export async function removeTemplate(ctx: Ctx, tx: WriteTx, of: { id: string; title: string }): Promise<void> {
  const { rows } = await sql<{ isUsed: boolean }>`
    with locked as materialized (select id from certificate_templates where id = ${of.id} for update)
    select exists (select from certificate_rules r join locked l on l.id = r.template_id)
      or exists (select from certificate_template_versions v join locked l on l.id = v.template_id join certificates c on c.version_id = v.id) as is_used`.execute(
    tx,
  )
  if (rows[0]?.isUsed) throw new ProblemError('wrong-state', { detail: 'reason.certificates.inUse' })
  await tx.deleteFrom('certificateTemplates').where('id', '=', of.id).execute()
  await audit(ctx, tx, {
    action: 'certificateTemplates.remove',
    subjectType: 'certificateTemplate',
    subjectId: of.id,
    subjectTitle: of.title,
  })
}

async function insertVersion(
  ctx: Ctx,
  tx: WriteTx,
  of: { id: string; templateId: string; number: number; design: CertificateDesign },
): Promise<void> {
  await tx
    .insertInto('certificateTemplateVersions')
    .values({ ...of, design: json(of.design), createdBy: ctx.actor.userId, createdAt: ctx.now })
    .execute()
}

/** Refuses, at its place, a field that does not exist or a picture that is not there. */
export async function checkDesign(ctx: Ctx, tx: ReadTx, design: CertificateDesign): Promise<void> {
  const complaints: Record<string, string> = {}
  // Those of the caller, and those of other designs.
  const standing = async (fileIds: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      select one.id from unnest(${fileIds}::text[]) one(id)
      where exists (select from certificate_template_versions v where strpos(v.design::text, one.id) > 0)`.execute(tx)
    return rows.map((row) => row.id)
  }
  const pictures = await findNameable(ctx, tx, picturesOf(design), { purposes: ['image'], standing })
  const known = new Set(pictures.filter((file) => file.contentType === 'image/webp').map((file) => file.id))
  const { fileId } = design.background
  if (fileId !== null && !known.has(fileId)) complaints['body.design.background.fileId'] = 'invalid'
  for (const [i, element] of design.elements.entries()) {
    if ('fileId' in element && element.fileId !== null && !known.has(element.fileId))
      complaints[`body.design.elements.${i}.fileId`] = 'invalid'
    if ('texts' in element)
      for (const locale of locales) {
        const [unknown] = unknownFields(element.texts[locale])
        if (unknown !== undefined)
          complaints[`body.design.elements.${i}.texts.${locale}`] = ctx.t('certificates.unknownField', {
            field: unknown.slice(0, 40),
          })
      }
  }
  if (Object.keys(complaints).length > 0) throw invalid(complaints)
}

type TextKey =
  | 'heading'
  | 'certifies'
  | 'name'
  | 'finished'
  | 'title'
  | 'on'
  | 'score'
  | 'validUntil'
  | 'serial'
  | 'signs'

/** What a new template begins with: everything that a certificate usually says, in every language. */
export function standardDesign(): CertificateDesign {
  const texts = (key: TextKey) =>
    Object.fromEntries(
      locales.map((locale) => [locale, raw(translatorFor(locale)(`certificates.standard.${key}`))]),
    ) as Record<(typeof locales)[number], string>
  const line = (
    key: TextKey,
    of: {
      x?: number
      y: number
      width?: number
      height: number
      size: number
      isBold?: boolean
      align?: 'start' | 'center' | 'end'
      color?: string
    },
  ): DesignElement => ({
    kind: 'text',
    id: key,
    x: 71,
    width: 700,
    isBold: false,
    align: 'center',
    color: '#334155',
    ...of,
    texts: texts(key),
  })
  return {
    orientation: 'landscape',
    background: { color: '#ffffff', frame: '#192d3e', fileId: null },
    elements: [
      line('heading', { y: 60, height: 50, size: 34, isBold: true, color: '#192d3e' }),
      line('certifies', { y: 130, height: 28, size: 15 }),
      line('name', { y: 162, height: 52, size: 36, isBold: true, color: '#192d3e' }),
      line('finished', { y: 222, height: 28, size: 15 }),
      line('title', { y: 254, height: 66, size: 24, isBold: true }),
      line('on', { y: 326, height: 28, size: 14 }),
      line('score', { y: 354, height: 28, size: 14 }),
      line('validUntil', { y: 382, height: 28, size: 14 }),
      { kind: 'qr', id: 'qr', x: 60, y: 440, width: 90, height: 90 },
      line('serial', { x: 160, y: 500, width: 260, height: 30, size: 11, align: 'start' }),
      {
        kind: 'signature',
        id: 'signature',
        x: 540,
        y: 430,
        width: 230,
        height: 100,
        size: 12,
        isBold: false,
        align: 'center',
        color: '#334155',
        fileId: null,
        texts: texts('signs'),
      },
    ],
  }
}

/** Catalogues use double braces for values of their own: fields of certificates stand there as `[name]`. */
function raw(text: string): string {
  return text.replace(/\[(\w+)\]/g, '{{$1}}')
}
