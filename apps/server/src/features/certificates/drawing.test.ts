import { fillFields, fitLines } from '@learnt/contract/certificate-design'
import { describe, expect, it } from 'vitest'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { widthOf } from '../../platform/pdf/shape.ts'
import { valuesOf } from './commands/make-pdf.ts'
import { standardDesign } from './commands/save-template.ts'
import { drawCertificate } from './drawing/draw-certificate.ts'
import { drawPdf } from './drawing/draw-pdf.ts'

const values = valuesOf('ar', {
  holderName: 'Maria Müller-Łukasz',
  shownName: '',
  title: 'الحريق في المكتب 3',
  issuedDay: '2026-11-25',
  validUntil: '2028-02-29',
  serial: 'LC-4F7K-92QX-0M',
  score: 87.5,
  issuer: 'Learnt',
})

it('sets an Arabic certificate with a Latin name, a number and dates, whose text is read back as it was written', async () => {
  const common = {
    design: standardDesign(),
    locale: 'ar' as const,
    address: 'https://learnt.example/verify/learnt.00000000-0000-4000-8000-000000000000',
    drawnAt: '2026-11-25T00:00:00Z',
    pictures: {},
    words: { code: 'رابط', picture: 'صورة', signature: 'توقيع' },
  }
  // One before it in the same thread has letters with parts: ü without u, a colon without a full stop.
  await drawCertificate({ ...common, values: { ...values, name: 'Maria Müller', score: '' } })
  const { bytes } = await drawCertificate({ ...common, values })
  const keep = process.env.CERTIFICATE_TO
  if (keep) await (await import('node:fs/promises')).writeFile(keep, bytes)
  const lines = (await linesOfPdf(bytes))[0]
  // As they stand on the page, from the right.
  expect(lines).toEqual([
    'شهادة إتمام',
    'نشهد بأن',
    'Maria Müller-Łukasz',
    'قد أتم ّ بنجاح',
    'الحريق في المكتب 3',
    'التاريخ: 25 نوفمبر 2026',
    'النتيجة: %87.5',
    'صالحة حتى 29 فبراير 2028',
    'الرقم LC-4F7K-92QX-0M',
    'Learnt',
  ])
  // Mirrored: the code is at the right edge, and every typeface is in the file.
  const text = Buffer.from(bytes).toString('latin1')
  expect(text).toContain('IBMPlexSansArabic')
  expect(text.match(/\/FontFile\d?/g)?.length).toBeGreaterThanOrEqual(2)
})

it('leaves a text out of which a field is empty, and keeps what is no field', () => {
  expect(fillFields('Valid until {{validUntil}}', { ...values, validUntil: '' })).toBeNull()
  expect(fillFields('{{ name }} {{nobody}}', values)).toBe('Maria Müller-Łukasz {{nobody}}')
})

describe('a certificate', () => {
  const drawn = async (change: { name?: string; title?: string; issuer?: string }) => {
    const { bytes, missing } = await drawPdf({
      design: standardDesign(),
      locale: 'en',
      values: { ...values, ...change },
      address: 'https://learnt.example/verify/learnt.00000000-0000-4000-8000-000000000000',
      drawnAt: '2026-11-25T00:00:00Z',
      pictures: {},
      words: { code: 'Link', picture: 'Picture', signature: 'Signature' },
    })
    return { bytes, missing, lines: (await linesOfPdf(bytes))[0] ?? [] }
  }

  it.each([
    ['name', 'Fernández de Córdoba y Álvarez de Toledo María de los Ángeles Guadalupe'],
    ['name', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3)],
    ['name', 'สมชายใจดีที่สุดในโลกนี้และโลกหน้า'.repeat(4)],
    [
      'title',
      'Handling of hazardous substances in laboratories and workshops, advanced course for supervisors. '
        .repeat(2)
        .trim(),
    ],
    ['issuer', 'International Association for Occupational Health and Safety in Small Enterprises, Chapter North'],
  ] as const)('shows the whole %s, however long: smaller, then in several lines', async (field, text) => {
    const { lines } = await drawn({ [field]: text })
    const all = lines.join('').replaceAll(' ', '')
    expect(all).toContain(text.replaceAll(' ', ''))
    expect(all).not.toContain('…')
    // A short one stays in one line.
    expect((await drawn({ [field]: 'Ann Lee' })).lines).toContain('Ann Lee')
  })

  it('breaks a long name into two lines that it fits into', () => {
    const box = { width: 700, height: 52, size: 36 }
    const measure = (text: string) => widthOf(text, true)
    const short = fitLines('Maria Müller', box, measure)
    expect(short).toEqual({ size: 36, lines: ['Maria Müller'] })
    const smaller = fitLines('Maria-Magdalena Müller-Lüdenscheidt zu Hohenstein', box, measure)
    expect(smaller.lines).toHaveLength(1)
    expect(smaller.size).toBeLessThan(36)
    const long = fitLines(
      'Fernández de Córdoba y Álvarez de Toledo María de los Ángeles Guadalupe Esperanza',
      box,
      measure,
    )
    expect(long.lines).toHaveLength(2)
    for (const line of long.lines) expect(measure(line) * long.size).toBeLessThanOrEqual(700)
    expect(long.lines.length * long.size * 1.3).toBeLessThanOrEqual(52)
  })

  it('says which letters no typeface has, and leaves out a little picture', async () => {
    expect((await drawn({ name: 'བོད' })).missing.length).toBeGreaterThan(0)
    const { missing, lines } = await drawn({ title: 'Fire 🔥 safety' })
    expect(missing).toEqual([])
    expect(lines).toContain('Fire safety')
  })

  it('is read from the top, with its language, its title and words in place of the code', async () => {
    const { bytes } = await drawn({})
    const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs')
    const task = pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
    const document = await task.promise
    const tree = await (await document.getPage(1)).getStructTree()
    const roles = JSON.stringify(tree).match(/"role":"(H1|P|Figure)"/g)
    expect(roles?.[0]).toBe('"role":"H1"')
    expect(JSON.stringify(tree)).toContain('"alt":"Link https://learnt.example/verify/')
    expect((await document.getMetadata()).info).toMatchObject({ Title: values.title, Language: 'en' })
    await task.destroy()
  })
})
