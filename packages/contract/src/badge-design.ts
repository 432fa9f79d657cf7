import { z } from 'zod'
import { badgeShapes, badgeSymbols } from './badge-picture.ts'
import { locales } from './locales.ts'
import { Id, oneLine } from './values.ts'

export const badgeLimits = {
  title: 120,
  text: 24,
  description: 1000,
  reason: 1000,
  documents: 50,
  amount: 10_000,
  months: 600,
  /** People one call awards; a job awards more. */
  atOnce: 200,
  /** Names that a preview shows. */
  names: 50,
} as const

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, { error: 'color' })

export const BadgeDesign = z.strictObject({
  shape: z.enum(badgeShapes),
  fill: Color,
  border: Color,
  ink: Color,
  symbol: z.enum(badgeSymbols),
  text: oneLine().max(badgeLimits.text),
  fileId: Id.nullable(),
})

/** A text in each language; where there is none, that of English, then any other. */
export const BadgeTexts = z.strictObject(
  Object.fromEntries(
    locales.map((locale) => [locale, z.string().trim().max(badgeLimits.description).default('')]),
  ) as Record<(typeof locales)[number], z.ZodDefault<z.ZodString>>,
)
export type BadgeTexts = z.infer<typeof BadgeTexts>

export const BadgeTitle = oneLine().min(1, { error: 'required' }).max(badgeLimits.title)
