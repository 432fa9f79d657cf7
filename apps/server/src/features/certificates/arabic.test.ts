import { fillFields } from '@learnt/contract/certificate-design'
import { expect, it } from 'vitest'
import { linesOfPdf } from '../../../test/pdf-lines.ts'
import { valuesOf } from './commands/make-pdf.ts'
import { standardDesign } from './commands/save-template.ts'
import { drawCertificate } from './drawing/draw-certificate.ts'

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
  }
  // One before it in the same thread has letters with parts: ü without u, a colon without a full stop.
  await drawCertificate({ ...common, values: { ...values, name: 'Maria Müller', score: '' } })
  const bytes = await drawCertificate({ ...common, values })
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
  expect(text).toContain('Tajawal')
  expect(text.match(/\/FontFile\d?/g)?.length).toBeGreaterThanOrEqual(2)
})

it('leaves a text out of which a field is empty, and keeps what is no field', () => {
  expect(fillFields('Valid until {{validUntil}}', { ...values, validUntil: '' })).toBeNull()
  expect(fillFields('{{ name }} {{nobody}}', values)).toBe('Maria Müller-Łukasz {{nobody}}')
})
