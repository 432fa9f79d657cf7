import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CertificateDesign, CertificateField } from '@learnt/contract/certificate-design'
import { findLocale, type Locale } from '@learnt/contract/locales'
import type { Ctx } from '../../../platform/context.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { listFiles } from '../../files/queries.ts'
import { readNames } from '../../members/queries.ts'
import { drawCertificate } from '../drawing/draw-certificate.ts'
import { credentialIdOf } from '../policy.ts'
import { type CertificateRow, findIssuer, findLocaleOf } from '../queries/find-certificates.ts'
import { findDesign } from '../queries/find-templates.ts'

export interface StoredPdf {
  readonly sha256: string
  readonly size: number
}

/**
 * The PDF of a certificate, drawn at the first request in the person's language and kept. Two first requests at once
 * get the same file.
 */
export async function makePdf(ctx: Ctx, of: CertificateRow): Promise<StoredPdf> {
  if (of.pdfSha256 !== null && of.pdfSize !== null) return { sha256: of.pdfSha256, size: of.pdfSize }
  const [design, issuer, chosen, names] = await ctx.read((tx) =>
    Promise.all([
      findDesign(tx, of.versionId),
      findIssuer(tx, ctx.actor.tenantId),
      findLocaleOf(tx, of.userId),
      readNames(tx, [of.userId]),
    ]),
  )
  const locale = findLocale(chosen) ?? 'en'
  const bytes = await draw(ctx, {
    design,
    locale,
    values: valuesOf(locale, { ...of, shownName: names[of.userId] ?? '', issuer }),
    certificateId: of.id,
    day: of.issuedDay,
  })
  const { sha256, size } = await ctx.services.files.put(ctx.actor.tenantId, Readable.from([bytes]))
  return ctx.write(async (tx) => {
    await tx
      .updateTable('certificates')
      .set({ pdfSha256: sha256, pdfSize: size, pdfLocale: locale })
      .where('id', '=', of.id)
      .where('pdfSha256', 'is', null)
      .execute()
    const { pdfSha256, pdfSize } = await tx
      .selectFrom('certificates')
      .select(['pdfSha256', 'pdfSize'])
      .where('id', '=', of.id)
      .executeTakeFirstOrThrow()
    return { sha256: pdfSha256 ?? sha256, size: pdfSize ?? size }
  })
}

/** Draws a design; the pictures that it names are those of the tenant. Refused where no typeface has a letter. */
export async function draw(
  ctx: Ctx,
  of: {
    design: CertificateDesign
    locale: Locale
    values: Record<CertificateField, string>
    certificateId: string
    day: string
  },
): Promise<Buffer> {
  const files = await ctx.read((tx) => listFiles(tx, picturesOf(of.design)))
  const pictures: Record<string, Uint8Array> = {}
  for (const file of files)
    if (file.contentType === 'image/webp')
      pictures[file.id] = await buffer(await ctx.services.files.open(ctx.actor.tenantId, file.sha256))
  const { publicUrl } = ctx.services.settings
  const { bytes, missing } = await drawCertificate({
    design: of.design,
    locale: of.locale,
    values: of.values,
    address: `${publicUrl}/verify/${credentialIdOf(ctx.actor.tenantId, of.certificateId)}`,
    drawnAt: `${of.day}T00:00:00Z`,
    pictures,
    words: {
      code: ctx.t('certificates.pdf.code'),
      picture: ctx.t('certificates.pdf.picture'),
      signature: ctx.t('certificates.pdf.signature'),
    },
  })
  if (missing.length > 0) throw new NoTypeface(ctx, missing)
  return Buffer.from(bytes)
}

/** A certificate with signs in place of somebody's name is worth nothing, and would be kept. */
export class NoTypeface extends ProblemError {
  constructor(ctx: Ctx, missing: readonly string[]) {
    const letters = missing.slice(0, 10).join(' ')
    super('wrong-state', { detail: ctx.t('pdf.refused', { letters: `“${letters}”` }) })
  }
}

export function picturesOf({ background, elements }: CertificateDesign): string[] {
  const ids = [background.fileId, ...elements.map((one) => ('fileId' in one ? one.fileId : null))]
  return [...new Set(ids.filter((id) => id !== null))]
}

/**
 * The values of the fields in a text, with days and numbers as the language writes them. Arabic uses the digits 0 to 9
 * here.
 */
export function valuesOf(
  locale: Locale,
  of: {
    holderName: string
    /** The person's name here; empty: no longer known. */
    shownName: string
    title: string
    issuedDay: string
    validUntil: string | null
    serial: string
    score: number | null
    issuer: string
  },
): Record<CertificateField, string> {
  const tag = { en: 'en-GB', de: 'de', ar: 'ar-u-nu-latn' }[locale]
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' })
  const day = (text: string | null) => (text === null ? '' : days.format(new Date(text)))
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 })
  return {
    name: of.holderName,
    preferredName: of.shownName || of.holderName,
    title: of.title,
    date: day(of.issuedDay),
    validUntil: day(of.validUntil),
    serial: of.serial,
    // Without the marks of a direction, for which typefaces have no letter.
    score: of.score === null ? '' : percent.format(of.score / 100).replace(/[\u200e\u200f\u061c]/g, ''),
    issuer: of.issuer,
  }
}
