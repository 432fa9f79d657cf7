import { z } from 'zod'
import { locales } from './locales.ts'
import { fitText, type Measure } from './text-lines.ts'
import { Id, oneLine } from './values.ts'

// How a certificate looks: shared by the designer, which draws it on the page, and the server, which writes the PDF.

/** What a text may name between double braces: `{{name}}`. */
/** `name` is the name that the organisation has; `preferredName` is the one that the person goes by. */
export const certificateFields = [
  'name',
  'preferredName',
  'title',
  'date',
  'validUntil',
  'serial',
  'score',
  'issuer',
] as const
export type CertificateField = (typeof certificateFields)[number]

export const certificateLimits = { title: 200, text: 1000, elements: 40, reason: 1000, zip: 1000, warnings: 5 } as const

/** A4 in points, lying; standing it is the other way round. */
export const pageSize = { long: 842, short: 595 } as const

export function pageOfDesign({ orientation }: Pick<CertificateDesign, 'orientation'>): {
  width: number
  height: number
} {
  const { long, short } = pageSize
  return orientation === 'landscape' ? { width: long, height: short } : { width: short, height: long }
}

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, { error: 'color' })
/** Points from the start edge, and from the top. In a language that is written from the right, the start is on the right. */
const place = {
  id: z.string().min(1).max(40),
  x: z.number().min(0).max(pageSize.long),
  y: z.number().min(0).max(pageSize.long),
  width: z.number().min(8).max(pageSize.long),
  height: z.number().min(8).max(pageSize.long),
}
const text = {
  size: z.number().min(6).max(96),
  isBold: z.boolean(),
  align: z.enum(['start', 'center', 'end']),
  color: Color,
}
/** A text in each language; where there is none, that of English, then any other. */
const Texts = z.strictObject(
  Object.fromEntries(locales.map((locale) => [locale, z.string().max(certificateLimits.text)])) as Record<
    (typeof locales)[number],
    z.ZodString
  >,
)

export const DesignElement = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...place, ...text, texts: Texts }),
  z.strictObject({ kind: z.literal('picture'), ...place, fileId: Id.nullable() }),
  /** A line, with the picture of a signature above it and who signs below. */
  z.strictObject({ kind: z.literal('signature'), ...place, ...text, fileId: Id.nullable(), texts: Texts }),
  /** Leads to the public page of the certificate. */
  z.strictObject({ kind: z.literal('qr'), ...place }),
])
export type DesignElement = z.infer<typeof DesignElement>

export const CertificateDesign = z.strictObject({
  orientation: z.enum(['landscape', 'portrait']),
  background: z.strictObject({ color: Color, frame: Color.nullable(), fileId: Id.nullable() }),
  elements: z.array(DesignElement).max(certificateLimits.elements),
})
export type CertificateDesign = z.infer<typeof CertificateDesign>

export const CertificateTitle = oneLine().min(1, { error: 'required' }).max(certificateLimits.title)

/** The text of an element in a language. */
export function textIn(texts: Record<(typeof locales)[number], string>, locale: (typeof locales)[number]): string {
  return texts[locale] || texts.en || locales.map((one) => texts[one]).find(Boolean) || ''
}

/**
 * A text with its fields filled in. Null: it names a field that is empty for this certificate, so that the whole text is
 * left out: "Valid until" without a day says nothing.
 */
export function fillFields(text: string, values: Readonly<Record<CertificateField, string>>): string | null {
  let isEmpty = false
  const filled = text.replace(/\{\{\s*(\w+)\s*\}\}/g, (mark, name: string) => {
    const field = certificateFields.find((one) => one === name)
    if (!field) return mark
    if (values[field] === '') isEmpty = true
    return values[field]
  })
  return isEmpty ? null : filled
}

/** Fields in a text that do not exist. */
export function unknownFields(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([^}]*?)\s*\}\}/g)]
    .map(([, name = '']) => name)
    .filter((name) => !certificateFields.some((one) => one === name))
}

export const lineHeight = 1.3

/** The size and the lines in which a text fits into its box, in the designer as in the PDF. */
export function fitLines(
  text: string,
  box: { readonly width: number; readonly height: number; readonly size: number },
  measure: Measure,
): { readonly size: number; readonly lines: readonly string[] } {
  return fitText(text, box, lineHeight, measure)
}
