import { api } from '@learnt/contract'
import type { CertificateDesign } from '@learnt/contract/certificate-design'
import { CertificatesFilter } from '@learnt/contract/certificates'
import { addMonths } from '@learnt/contract/cycle-periods'
import type { DocumentType } from '@learnt/contract/document-kinds'
import { fullName } from '@learnt/contract/text'
import { Id } from '@learnt/contract/values'
import type { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import { authorize, hidden } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendDownload } from '../../platform/csv.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { newId } from '../../platform/ids.ts'
import { startJob } from '../../platform/jobs/job.ts'
import { notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument } from '../documents/queries.ts'
import { listFiles, presentFile } from '../files/queries.ts'
import { findJob } from '../jobs/queries.ts'
import { findMember } from '../members/queries.ts'
import { draw, makePdf, picturesOf, valuesOf } from './commands/make-pdf.ts'
import { addOutside, decideOutside, removeOutside } from './commands/outside.ts'
import { reissueCertificate, revokeCertificate } from './commands/revoke.ts'
import { checkDesign, createTemplate, removeTemplate, saveTemplate, standardDesign } from './commands/save-template.ts'
import { removeRule, setRule } from './commands/set-rule.ts'
import { nameOf } from './commands/zip-certificates.ts'
import { certificatePolicy } from './policy.ts'
import { presentCertificate, presentIssued, presentOutside, presentTemplate } from './present.ts'
import {
  certificateFileColumns,
  certificatesFile,
  countCertificates,
  findCertificate,
  findCertificateHistory,
  findCertificates,
  findEarned,
  findIssuer,
  listCertificates,
} from './queries/find-certificates.ts'
import { findOutside, listOutside } from './queries/find-outside.ts'
import { findAffected, findRule, findTemplate, listTemplates } from './queries/find-templates.ts'

export const certificateRoutes: Route[] = [
  route(api.certificates.templates.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listTemplates(ctx, tx, query))
    return { items: page.rows.map(presentTemplate), next: page.next, total: page.total }
  }),

  route(api.certificates.templates.get, ({ ctx, params }) =>
    ctx.read((tx) => showTemplate(ctx, tx, params.templateId)),
  ),

  route(api.certificates.templates.create, async ({ ctx, body }) => {
    const copied = body.copyOf ? await ctx.read((tx) => findTemplate(tx, body.copyOf as string)) : null
    if (body.copyOf && !copied) throw notFound()
    const design = copied?.design ?? standardDesign()
    const id = await ctx.write((tx) => createTemplate(ctx, tx, { title: body.title, design }))
    return presentTemplate(await ctx.read((tx) => getTemplate(tx, id)))
  }),

  route(api.certificates.templates.save, async ({ ctx, params, body }) => {
    await ctx.write((tx) => saveTemplate(ctx, tx, params.templateId, body))
    return ctx.read((tx) => showTemplate(ctx, tx, params.templateId))
  }),

  route(api.certificates.templates.remove, async ({ ctx, params }) => {
    const template = await ctx.read((tx) => getTemplate(tx, params.templateId))
    await ctx.write((tx) => removeTemplate(ctx, tx, template))
    return undefined
  }),

  route(api.certificates.templates.affected, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      await getTemplate(tx, params.templateId)
      return findAffected(ctx, tx, { templateId: params.templateId })
    }),
  ),

  route(api.certificates.templates.preview, async ({ ctx, body }) => {
    const { design, locale, userId } = body
    const [person, issuer] = await ctx.read((tx) =>
      Promise.all([userId ? findMember(tx, ctx.actor, userId, undefined) : null, findIssuer(tx, ctx.actor.tenantId)]),
    )
    if (userId && !person) throw notFound()
    await ctx.read((tx) => checkDesign(ctx, tx, design))
    const day = ctx.now.toISOString().slice(0, 10)
    const example = {
      holderName: person ? `${person.firstName} ${person.lastName}`.trimEnd() : ctx.t('certificates.example.name'),
      shownName: person ? fullName(person) : '',
      title: ctx.t('certificates.example.title'),
      issuedDay: day,
      validUntil: addMonths(day, 12).from,
      serial: 'LC-0000-0000-00',
      score: 87.5,
      issuer,
    }
    const bytes = await draw(ctx, { design, locale, values: valuesOf(locale, example), certificateId: newId(), day })
    return { pdf: bytes.toString('base64') }
  }),

  route(api.certificates.rules.get, async ({ ctx, params }) => {
    const document = await getDocument(ctx, params)
    return { rule: await ctx.read((tx) => findRule(tx, document.id)) }
  }),

  route(api.certificates.rules.set, async ({ ctx, params, body }) => {
    const document = await getDocument(ctx, params)
    await ctx.write((tx) => setRule(ctx, tx, document, body))
    const [rule, affected] = await ctx.read((tx) =>
      Promise.all([
        findRule(tx, document.id),
        body.alsoFinished ? findAffected(ctx, tx, { documentId: document.id }) : null,
      ]),
    )
    if (!rule) throw notFound()
    return { rule, issued: affected?.finishedWithout ?? 0 }
  }),

  route(api.certificates.rules.remove, async ({ ctx, params }) => {
    const document = await getDocument(ctx, params)
    await ctx.write((tx) => removeRule(ctx, tx, document))
    return undefined
  }),

  route(api.certificates.rules.affected, async ({ ctx, params }) => {
    const document = await getDocument(ctx, params)
    return ctx.read((tx) => findAffected(ctx, tx, { documentId: document.id }))
  }),

  route(api.certificates.rules.earns, async ({ ctx, params }) => {
    const { given, certificate } = await ctx.read((tx) => findEarned(ctx, tx, params.userCourseId))
    if (!given) throw notFound()
    return {
      gives: given.validity !== null,
      validity: given.validity as never,
      certificate: certificate && presentCertificate(ctx, certificate),
    }
  }),

  route(api.certificates.mine, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listCertificates(ctx, tx, 'own', query))
    return { items: page.rows.map((row) => presentCertificate(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.certificates.file, async ({ ctx, params }) => {
    const one = await ctx.read((tx) => findCertificate(ctx, tx, params.certificateId))
    authorize(ctx.actor, certificatePolicy.read, one)
    const { size } = await makePdf(ctx, one)
    return { name: nameOf(one), size, url: `/api/certificates/${one.id}/certificate.pdf` }
  }),

  rawRoute(api.certificates.download, async ({ ctx, request, reply }) => {
    const id = Id.safeParse((request.params as { certificateId: string }).certificateId).data
    if (ctx === null || !id) throw notFound()
    const one = await ctx.read((tx) => findCertificate(ctx, tx, id))
    authorize(ctx.actor, certificatePolicy.read, one)
    const { sha256, size } = await makePdf(ctx, one)
    reply.header('content-length', size)
    const bytes = await ctx.services.files.open(ctx.actor.tenantId, sha256)
    return sendDownload(reply, nameOf(one), 'application/pdf', bytes, 'private, no-store')
  }),

  ...(['admin', 'manager'] as const).flatMap((as) => [
    route(api.certificates[as].list, async ({ ctx, query }) => {
      const [history, page] = await ctx.read((tx) =>
        Promise.all([findCertificateHistory(ctx, tx, query.asOf), listCertificates(ctx, tx, as, query)]),
      )
      return { ...page, ...history, items: page.rows.map((row) => presentIssued(ctx, row)) }
    }),
    ...(['csv', 'xlsx'] as const).map((format) =>
      rawRoute(api.certificates[as][format], async (call) => {
        const { ctx, request } = call
        if (ctx === null) throw new ProblemError('not-signed-in')
        const filter = validate(CertificatesFilter, request.query, 'query', call.t) as z.output<
          typeof CertificatesFilter
        >
        await ctx.read((tx) => findCertificateHistory(ctx, tx, filter.asOf))
        const columns = certificateFileColumns.map((column) => ({
          ...column,
          header: ctx.t(`certificates.columns.${column.header}`),
        }))
        return sendReportFile(call, ctx, {
          format,
          columns,
          name: 'certificates',
          title: ctx.t('certificates.sheet'),
          entry: {
            action: 'certificates.export',
            subjectType: 'report',
            subjectId: 'certificates',
            subjectTitle: ctx.t('certificates.sheet'),
            after: filter,
          },
          count: (tx) => countCertificates(ctx, tx, as, filter),
          rows: certificatesFile(ctx, as, { filter, format, columns }),
        })
      }),
    ),
  ]),

  route(api.certificates.revoke, async ({ ctx, params, body }) => {
    await ctx.write((tx) => revokeCertificate(ctx, tx, params.certificateId, body.reason))
    return showIssued(ctx, params.certificateId)
  }),

  route(api.certificates.reissue, async ({ ctx, params, body }) =>
    showIssued(ctx, await ctx.write((tx) => reissueCertificate(ctx, tx, params.certificateId, body.holderName))),
  ),

  route(api.certificates.zip, async ({ ctx, body }) => {
    const ids = [...new Set(body.ids)]
    const found = (await ctx.read((tx) => findCertificates(ctx, tx, ids))).filter((one) => one.isSeen)
    if (found.length === 0) throw notFound()
    return ctx.write(async (tx) => {
      await audit(ctx, tx, {
        action: 'certificates.export',
        subjectType: 'report',
        subjectId: 'certificates',
        subjectTitle: ctx.t('certificates.sheet'),
        after: { certificates: found.length },
      })
      return startJob(ctx, tx, {
        kind: 'certificates.zip',
        subject: ctx.t('certificates.sheet'),
        input: { ids: found.map((one) => one.id) },
        total: found.length,
      })
    })
  }),

  rawRoute(api.certificates.archive, async ({ ctx, request, reply }) => {
    const id = Id.safeParse((request.params as { jobId: string }).jobId).data
    if (ctx === null || !id) throw notFound()
    const job = await ctx.read((tx) => findJob(tx, id))
    const { sha256, size } = (job?.result ?? {}) as { sha256?: string; size?: number }
    const isReady = job?.kind === 'certificates.zip' && job.state === 'succeeded' && job.expiresAt > ctx.now
    if (!isReady || job.createdBy !== ctx.actor.userId || !sha256) throw notFound()
    reply.header('content-length', Number(size))
    const bytes = await ctx.services.files.open(ctx.actor.tenantId, sha256)
    return sendDownload(reply, 'certificates.zip', 'application/zip', bytes, 'private, no-store')
  }),

  route(api.certificates.outside.mine, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listOutside(ctx, tx, 'own', query))
    return { items: page.rows.map((row) => presentOutside(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.certificates.outside.add, async ({ ctx, body }) => {
    const id = await addOutside(ctx, body)
    return showOutside(ctx, id, 'own')
  }),

  route(api.certificates.outside.remove, async ({ ctx, params }) => {
    await ctx.write((tx) => removeOutside(ctx, tx, params.outsideId))
    return undefined
  }),

  route(api.certificates.outside.list, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listOutside(ctx, tx, 'seen', query))
    return { items: page.rows.map((row) => presentOutside(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.certificates.outside.decide, async ({ ctx, params, body }) => {
    await ctx.write((tx) => decideOutside(ctx, tx, params.outsideId, body))
    return showOutside(ctx, params.outsideId, 'seen')
  }),
]

async function getTemplate(tx: ReadTx, id: string) {
  const template = await findTemplate(tx, id)
  if (!template) throw notFound()
  return template
}

async function showTemplate(ctx: Ctx, tx: ReadTx, id: string) {
  const template = await getTemplate(tx, id)
  const design = template.design satisfies CertificateDesign
  const files = await listFiles(tx, picturesOf(design))
  return { ...presentTemplate(template), design, files: files.map((file) => presentFile(ctx, file)) }
}

async function getDocument(ctx: Ctx, of: { documentType: DocumentType; documentId: string }) {
  const document = await ctx.read((tx) => findDocument(tx, of.documentType, of.documentId))
  authorize(ctx.actor, documentPolicy.see, document)
  return document
}

async function showIssued(ctx: Ctx, id: string) {
  const one = await ctx.read((tx) => findCertificate(ctx, tx, id))
  authorize(ctx.actor, certificatePolicy.read, one)
  return presentIssued(ctx, one)
}

async function showOutside(ctx: Ctx, id: string, as: 'own' | 'seen') {
  const one = await ctx.read((tx) => findOutside(ctx, tx, id))
  authorize(ctx.actor, (actor, row) => ((as === 'own' ? row.userId === actor.userId : row.isSeen) ? null : hidden), one)
  return presentOutside(ctx, one)
}
