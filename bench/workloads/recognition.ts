import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { valuesOf } from '../../apps/server/src/features/certificates/commands/make-pdf.ts'
import { standardDesign } from '../../apps/server/src/features/certificates/commands/save-template.ts'
import { drawPdf } from '../../apps/server/src/features/certificates/drawing/draw-pdf.ts'
import type { Drawing } from '../../apps/server/src/features/certificates/drawing/drawing.ts'
import { ar } from '../../apps/server/src/features/certificates/words/ar.ts'
import { de } from '../../apps/server/src/features/certificates/words/de.ts'
import { en } from '../../apps/server/src/features/certificates/words/en.ts'
import { addWords } from '../../apps/server/src/platform/translate.ts'
import { ask, type Bench, fromEstimate, tenantOf, timeBoth, type Workload } from '../bench.ts'
import { median, rounded } from '../measure.ts'
import { memoryOf } from '../processes.ts'
import { type BenchTenant, idOf } from '../world.ts'

/** Ids that only this workload uses. */
const FIRST = 8_000_000
const MANY = 1000

export const recognitionWorkloads: Workload[] = [
  {
    name: 'recognition',
    about: `a certificate drawn beside the bare renderer, ${MANY} of them by a job`,
    async run(bench) {
      // The standard design is written in every language.
      addWords({ en, de, ar })
      const drawing: Drawing = {
        design: standardDesign(),
        locale: 'en',
        values: valuesOf('en', {
          shownName: '',
          holderName: 'Maria Miller',
          title: 'Fire safety in the office',
          issuedDay: '2026-11-25',
          validUntil: '2028-02-29',
          serial: 'LC-4F7K-92QX-0M',
          score: 87.5,
          issuer: 'Learnt',
        }),
        address: 'https://learnt.example/verify/learnt.00000000-0000-4000-8000-000000000000',
        drawnAt: '2026-11-25T00:00:00Z',
        pictures: {},
        words: { code: 'Link to check this certificate:', picture: 'Picture', signature: 'Picture of a signature' },
      }
      // A hundred in a row, because one takes a few milliseconds.
      const many = (work: () => Promise<unknown>) => async () => {
        for (let nth = 0; nth < 100; nth++) await work()
      }
      const found = await timeBoth(
        bench.options.rounds,
        many(() => drawPdf(drawing)),
        many(() => drawBare(drawing)),
      )
      const job = await zipMany(bench, tenantOf(bench, 10_000))
      return [
        {
          id: 'S7.certificate',
          goal: 'S7',
          what: 'A certificate, drawn over the bare renderer on the same page',
          unit: '×',
          ...fromEstimate(found.ratio),
          atMost: 2,
          beside: {
            product: `${rounded(median(found.ours) / 100)} ms`,
            floor: `${rounded(median(found.theirs) / 100)} ms`,
          },
        },
        {
          id: 'S7.certificates',
          goal: 'S7',
          what: `${MANY} certificates by a job, memory in its second half over that in its first`,
          unit: '×',
          value: rounded(job.second.held / job.first.held),
          atMost: 1.1,
          beside: {
            all: `${rounded(job.seconds)} s`,
            each: `${rounded((job.seconds * 1000) / MANY)} ms`,
            first: `${Math.round(job.first.held)} MB`,
            second: `${Math.round(job.second.held)} MB`,
            'heap, first': `${Math.round(job.first.heap)} MB`,
            'heap, second': `${Math.round(job.second.heap)} MB`,
          },
        },
      ]
    },
  },
]

/** The same page by hand, with fixed text and two typefaces, without tags. */
function drawBare({ values, address }: Drawing): Promise<Buffer> {
  const { data, size } = encode(address, { border: 2, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const texts = [
    'Certificate of completion',
    'This certifies that',
    values.name,
    'has successfully finished',
    values.title,
  ]
  const more = [values.date, values.score, values.validUntil, values.serial, values.issuer]
  const doc = new PDFDocument({ size: [842, 595], margin: 0, font: null as never })
  for (const [nth, text] of [...texts, ...more].entries())
    doc
      .font(roboto(nth % 2 === 0 ? 700 : 400) as never, nth % 2 === 0 ? 'bold' : 'regular')
      .fontSize(20)
      .text(text, 60, 40 + nth * 48, { width: 600, align: 'center' })
  doc
    .translate(700, 440)
    .scale(100 / size)
    .path(path)
    .fill('#000000')
  doc.end()
  return buffer(doc)
}

const opened = new Map<number, unknown>()

/** Opened once, like the product's. */
function roboto(weight: number): unknown {
  const path = createRequire(import.meta.url).resolve(`@fontsource/roboto/files/roboto-latin-${weight}-normal.woff`)
  const font = opened.get(weight) ?? openSync(path)
  opened.set(weight, font)
  return font
}

interface Memory {
  /** Megabytes of the process, and of its heap. */
  readonly held: number
  readonly heap: number
}

/** Seconds, and the most memory that the product used in each half of the work. */
async function zipMany(bench: Bench, tenant: BenchTenant): Promise<{ seconds: number; first: Memory; second: Memory }> {
  const [admin] = await bench.world.admins(tenant)
  if (!admin) throw new Error('No people')
  const ids = await giveCertificates(bench, tenant)
  try {
    const began = performance.now()
    const { text } = await ask(bench, admin, '/api/certificates/zip', { method: 'POST', body: { ids } })
    const { jobId } = JSON.parse(text) as { jobId: string }
    const held: Memory[] = []
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      held.push({ held: memoryOf(bench.product.pid), heap: await heapOf(bench) })
      const job = JSON.parse((await ask(bench, admin, `/api/jobs/${jobId}`)).text) as { state: string }
      if (job.state === 'succeeded') break
      if (job.state !== 'queued' && job.state !== 'running') throw new Error(`The job is ${job.state}`)
    }
    const half = Math.floor(held.length / 2)
    return {
      seconds: (performance.now() - began) / 1000,
      first: most(held.slice(0, half)),
      second: most(held.slice(half)),
    }
  } finally {
    const values = [tenant.id, ids]
    await bench.world.admin.query('delete from certificates where tenant_id = $1 and id = any ($2::uuid[])', values)
    await bench.world.admin.query('delete from certificate_templates where tenant_id = $1', [tenant.id])
  }
}

/** Certificates without a PDF for this many completions. */
async function giveCertificates(bench: Bench, tenant: BenchTenant): Promise<string[]> {
  const { admin } = bench.world
  const [template, version] = [idOf('step', tenant.id, FIRST), idOf('step', tenant.id, FIRST + 1)]
  await admin.query(
    `insert into certificate_templates (tenant_id, id, title, version_id, created_by, created_at, updated_at) values ($1, $2, 'Course', $3, $2, now(), now())`,
    [tenant.id, template, version],
  )
  await admin.query(
    `insert into certificate_template_versions (tenant_id, id, template_id, number, design, created_by, created_at) values ($1, $2, $3, 1, $4, $3, now())`,
    [tenant.id, version, template, JSON.stringify(standardDesign())],
  )
  const { rows } = await admin.query(
    `insert into certificates (tenant_id, id, serial, user_id, assignment_id, document_type, document_id, version_id, holder_name, title, issued_at, issued_day)
     select $1, gen_random_uuid(), 'LC-' || row_number() over (), a.user_id, a.id, 'course', a.document_id, $2, 'Maria Miller', 'Fire safety', now(), current_date
     from (select * from assignments where tenant_id = $1 and state = 'completed' order by id limit ${MANY}) a returning id`,
    [tenant.id, version],
  )
  return (rows as { id: string }[]).map((row) => row.id)
}

function most(samples: readonly Memory[]): Memory {
  return { held: Math.max(...samples.map((one) => one.held)), heap: Math.max(...samples.map((one) => one.heap)) }
}

/** Megabytes of the product's heap, as it reports itself. */
async function heapOf(bench: Bench): Promise<number> {
  const text = await (await fetch(`${bench.product.url}/metrics`)).text()
  return Number(/^learnt_nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]) / 1024 ** 2
}
