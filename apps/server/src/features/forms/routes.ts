import { Readable } from 'node:stream'
import { api } from '@learnt/contract'
import type { FormContent } from '@learnt/contract/forms/content'
import { SubmissionsQuery } from '@learnt/contract/forms/operations'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { fullName } from '@learnt/contract/text'
import { Id } from '@learnt/contract/values'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { isAdmin } from '../../platform/actor.ts'
import { audit } from '../../platform/audit.ts'
import { authorize, hidden, wrongState } from '../../platform/authorize.ts'
import type { Ctx } from '../../platform/context.ts'
import { sendDownload } from '../../platform/csv.ts'
import type { ReadTx } from '../../platform/db/database.ts'
import { RateLimit } from '../../platform/http/limits.ts'
import { type Route, rawRoute, route } from '../../platform/http/route.ts'
import { validate } from '../../platform/http/validate.ts'
import { startJob } from '../../platform/jobs/job.ts'
import type { Paper } from '../../platform/pdf/paper.ts'
import { setPaper } from '../../platform/pdf/set-paper.ts'
import { invalid, notFound, ProblemError } from '../../platform/problem.ts'
import { sendReportFile } from '../../platform/report-file.ts'
import { documentRoutes } from '../documents/kind-routes.ts'
import { documentPolicy } from '../documents/policy.ts'
import { findDocument, getWorkingContent } from '../documents/queries.ts'
import { presentFile } from '../files/queries.ts'
import { findJob } from '../jobs/queries.ts'
import { findColleagues } from '../members/queries.ts'
import { assignOwnPeople, unassignOwnPeople } from '../permissions/commands/assign-document.ts'
import { readOwn } from '../permissions/commands/read-own.ts'
import { createOwnRule, updatePermission } from '../permissions/commands/save-permission.ts'
import { adoptAnswerFile } from './commands/adopt-file.ts'
import { decideSubmission } from './commands/approvals.ts'
import { giveExtraTime } from './commands/give-extra-time.ts'
import { giveMarks, judgeSubmission, markMany, reopenSubmission } from './commands/mark-submission.ts'
import { observePerson } from './commands/observe.ts'
import { type FormPlace, loadOwnForm, openForm } from './commands/open-form.ts'
import { saveAnswers } from './commands/save-answers.ts'
import { submitAnonymously } from './commands/submit-anonymously.ts'
import { submitForm } from './commands/submit-form.ts'
import { withdrawSubmission } from './commands/withdraw-submission.ts'
import { findFormOfFiles } from './commands/zip-files.ts'
import { beginForm, formKind } from './kind.ts'
import { paperOfOwn, paperOfResults, paperOfReviewed } from './paper.ts'
import { observeSubmission, pagesOfLevels, readSubmission } from './policy.ts'
import {
  presentFormCard,
  presentFormPerson,
  presentObservation,
  presentOpenForm,
  presentOwnForm,
  presentOwnList,
  presentOwnResult,
  presentOwnSubmission,
  presentOwnWhole,
  presentReviewed,
  presentSubmissionRow,
} from './present.ts'
import { readAnalytics } from './queries/analytics.ts'
import {
  anonymousFile,
  answerColumns,
  countSubmissions,
  submissionFileColumns,
  submissionsFile,
} from './queries/export-submissions.ts'
import { listExtraTimes } from './queries/extra-times.ts'
import { findChoices, findOwnName } from './queries/find-people.ts'
import { findSubmission, getOwnSubmission } from './queries/find-submissions.ts'
import { getVersion } from './queries/find-version.ts'
import { listObservations } from './queries/list-observations.ts'
import { listDrawnFields } from './queries/list-questions.ts'
import { findReviewed, isGivenToPeopleOf, listSubmissions, type Reviewer } from './queries/list-submissions.ts'
import { listSubmittedFiles } from './queries/list-submitted-files.ts'
import { listFormPeople, listFormRules, listOwnPositions } from './queries/manager-access.ts'
import { listOwnForms } from './queries/own-forms.ts'
import { listOwnResults, ownResultColumns, ownResultsFile } from './queries/own-results.ts'
import { countTold } from './queries/told-answers.ts'

/** A PDF of a long form takes seconds of the thread that draws them all. */
const drawn = new RateLimit({ burst: 20, perMinute: 20 })

export const formRoutes: Route[] = [
  ...documentRoutes(api.forms, formKind, beginForm),
  ...documentRoutes(api.forms.manager, formKind, beginForm, { own: true }),

  route(api.forms.mine, async ({ ctx, query }) => {
    const page = await readOwn(ctx, (tx) => listOwnForms(ctx, tx, query))
    return { items: page.rows.map((row) => presentFormCard(ctx, row)), next: page.next, total: page.total }
  }),

  route(api.forms.own, async ({ ctx, params }) => presentOwnForm(ctx, await loadOwnForm(ctx, params))),

  route(api.forms.open, async ({ ctx, params }) => showOpened(ctx, params)),

  route(api.forms.inCourse.own, async ({ ctx, params }) => presentOwnForm(ctx, await loadOwnForm(ctx, params))),
  route(api.forms.inCourse.open, async ({ ctx, params }) => showOpened(ctx, params)),

  route(api.forms.saveAnswers, async ({ ctx, params, body }) => {
    const saved = await saveAnswers(ctx, params.submissionId, body)
    return { ...saved, savedAt: ctx.now.toISOString(), endsAt: saved.endsAt?.toISOString() ?? null }
  }),

  route(api.forms.observations, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listObservations(ctx, tx, query))
    return { items: page.rows.map(presentObservation), next: page.next, total: page.total }
  }),

  route(api.forms.observe, async ({ ctx, params, body }) => {
    const observed = await observePerson(ctx, { formId: params.documentId, userId: body.userId })
    const { attempt, about } = observed
    const content = await ctx.read((tx) => getVersion(tx, ctx.actor.tenantId, attempt.versionId))
    return presentOpenForm(ctx, observed, attempt, content, about)
  }),

  route(api.forms.submit, async ({ ctx, params, body }) => {
    const { judgement, ...save } = body
    const { submissionId } = params
    const { byTime } = await submitForm(ctx, submissionId, save, {
      judge: judgement && ((tx) => judgeSubmission(ctx, tx, submissionId, judgement)),
    })
    return { submission: await showSubmission(ctx, params.submissionId), byTime }
  }),

  route(api.forms.submitAnonymously, async ({ ctx, params, body }) => {
    await submitAnonymously(ctx, params.documentId, body.answers)
    return { answered: true as const }
  }),

  route(api.forms.adoptFile, async ({ ctx, params, body }) =>
    presentFile(ctx, await adoptAnswerFile(ctx, params.submissionId, body)),
  ),

  route(api.forms.findPeople, ({ ctx, params, query }) =>
    ctx.read(async (tx) => {
      // Only people who fill in a form that asks for a person look for one.
      const [submission, [row]] = await Promise.all([
        findSubmission(tx, params.submissionId),
        findReviewed(ctx, tx, [params.submissionId]),
      ])
      authorize(
        ctx.actor,
        (actor, one) =>
          one.userId === actor.userId || (row && observeSubmission(actor, row) === null) ? null : hidden,
        submission,
      )
      const form = await getVersion(tx, ctx.actor.tenantId, submission.versionId)
      if (!fieldsOf(form).some((field) => field.kind === 'person')) return { items: [], shows: 'name' }
      return findColleagues(ctx, tx, query)
    }),
  ),

  route(api.forms.withdrawSubmission, async ({ ctx, params }) => {
    await withdrawSubmission(ctx, params.submissionId)
    return showSubmission(ctx, params.submissionId)
  }),

  route(api.forms.ownSubmissions, async ({ ctx, params }) => {
    const all = await ctx.read((tx) => presentOwnList(ctx, tx, params.documentId))
    if (all.items.length > 0) return all
    const { form } = await loadOwnForm(ctx, params)
    return { formId: form.documentId, title: form.title, items: [] }
  }),

  route(api.forms.ownSubmission, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const record = await findSubmission(tx, params.submissionId)
      authorize(ctx.actor, (actor, one) => (one.userId === actor.userId ? null : hidden), record)
      return presentOwnWhole(ctx, tx, record)
    }),
  ),

  route(api.forms.ownResults, async ({ ctx, query }) => {
    const page = await ctx.read((tx) => listOwnResults(ctx, tx, query))
    return {
      items: page.rows.map((row) => presentOwnResult(ctx, row)),
      next: page.next,
      total: page.total,
    }
  }),

  rawRoute(api.forms.ownResultsCsv, async (call) => {
    const { ctx } = call
    if (ctx === null) throw new ProblemError('not-signed-in')
    const columns = ownResultColumns.map((column) => ({ ...column, header: ctx.t(`forms.columns.${column.header}`) }))
    return sendReportFile(call, ctx, {
      format: 'csv',
      columns,
      name: 'results',
      title: ctx.t('forms.results'),
      entry: { action: 'forms.export', subjectType: 'user', subjectId: ctx.actor.userId, subjectTitle: '' },
      count: async () => 0,
      rows: ownResultsFile(ctx, columns),
    })
  }),

  rawRoute(api.forms.ownResultsPdf, async ({ ctx, reply }) => {
    if (ctx === null) throw new ProblemError('not-signed-in')
    drawn.take(ctx.actor.userId)
    const [page, of] = await ctx.read((tx) =>
      Promise.all([listOwnResults(ctx, tx, { limit: 500 }), findOwnName(tx, ctx.actor)]),
    )
    const rows = page.rows.map((row) => presentOwnResult(ctx, row))
    const print = paperOfResults(ctx, rows, { ...of, hasMore: page.next !== null })
    const entry = { subjectType: 'user', subjectId: ctx.actor.userId, subjectTitle: '' } as const
    return sendPaper(ctx, reply, print, 'results.pdf', entry)
  }),

  rawRoute(api.forms.ownSubmissionPdf, async ({ ctx, request, reply }) => {
    const submissionId = Id.safeParse((request.params as { submissionId: string }).submissionId).data
    if (ctx === null || !submissionId) throw notFound()
    drawn.take(ctx.actor.userId)
    const { print, formId, title } = await ctx.read(async (tx) => {
      const record = await findSubmission(tx, submissionId)
      authorize(ctx.actor, (actor, one) => (one.userId === actor.userId ? null : hidden), record)
      const [one, of] = await Promise.all([presentOwnWhole(ctx, tx, record), findOwnName(tx, ctx.actor)])
      return { print: paperOfOwn(ctx, one, of), formId: one.formId, title: one.title }
    })
    const entry = { subjectType: 'form', subjectId: formId, subjectTitle: title } as const
    return sendPaper(ctx, reply, print, `${title.slice(0, 80)}.pdf`, entry)
  }),

  rawRoute(api.forms.submissionPdf, async ({ ctx, request, reply }) => {
    const submissionId = Id.safeParse((request.params as { submissionId: string }).submissionId).data
    if (ctx === null || !submissionId) throw notFound()
    drawn.take(ctx.actor.userId)
    const one = await showReviewed(ctx, submissionId)
    const { zone } = await ctx.read((tx) => findOwnName(tx, ctx.actor))
    const entry = { subjectType: 'form', subjectId: one.formId, subjectTitle: one.title } as const
    const name = `${one.name.slice(0, 80)} - ${one.title.slice(0, 80)}.pdf`
    return sendPaper(ctx, reply, paperOfReviewed(ctx, one, zone), name, entry)
  }),

  route(api.forms.submissions, ({ ctx, params, query }) => queueOf(ctx, 'admin', params.documentId, query)),
  route(api.forms.manager.submissions, ({ ctx, params, query }) => queueOf(ctx, 'manager', params.documentId, query)),
  route(api.forms.manager.people, ({ ctx, params, query }) =>
    ctx.read(async (tx) => {
      const form = await loadMade(ctx, tx, params.documentId)
      const page = await listFormPeople(ctx, tx, form.id, query)
      return { items: page.rows.map(presentFormPerson), next: page.next, total: page.total }
    }),
  ),

  route(api.forms.manager.choices, ({ ctx, query }) =>
    ctx.read(async (tx) => ({ items: await findChoices(tx, ctx.actor, query) })),
  ),

  route(api.forms.manager.give, async ({ ctx, params, body }) => {
    const form = await ctx.read((tx) => loadMade(ctx, tx, params.documentId))
    const given = await ctx.write((tx) => assignOwnPeople(ctx, tx, form, { ...body, due: dueOf(body) }))
    return { given }
  }),

  route(api.forms.manager.takeBack, async ({ ctx, params, body }) => {
    const form = await ctx.read((tx) => loadMade(ctx, tx, params.documentId))
    return { removed: await ctx.write((tx) => unassignOwnPeople(ctx, tx, form, body.userIds)) }
  }),

  route(api.forms.manager.rules, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const form = await loadMade(ctx, tx, params.documentId)
      const [items, positions] = await Promise.all([
        listFormRules(tx, { managerId: ctx.actor.userId, formId: form.id }),
        listOwnPositions(tx, ctx.actor.userId),
      ])
      return { items, positions }
    }),
  ),

  route(api.forms.manager.createRule, async ({ ctx, params, body }) => {
    const form = await ctx.read((tx) => loadMade(ctx, tx, params.documentId))
    const permissionId = await ctx.write((tx) => createOwnRule(ctx, tx, form, { ...body, due: dueOf(body) }))
    return ctx.read((tx) => getFormRule(ctx, tx, form.id, permissionId))
  }),

  route(api.forms.manager.switchRule, async ({ ctx, params, body }) => {
    const form = await ctx.read((tx) => loadMade(ctx, tx, params.documentId))
    const rule = await ctx.read((tx) => getFormRule(ctx, tx, form.id, params.permissionId))
    await ctx.write((tx) => updatePermission(ctx, tx, rule.id, body))
    return ctx.read((tx) => getFormRule(ctx, tx, form.id, rule.id))
  }),

  route(api.forms.manager.waiting, ({ ctx, query }) => queueOf(ctx, 'manager', null, query)),
  route(api.forms.review, ({ ctx, query }) => queueOf(ctx, 'assessor', null, query)),

  route(api.forms.analytics, ({ ctx, params, query }) =>
    ctx.read(async (tx) => {
      const { form, content } = await loadReviewed(ctx, tx, params.documentId)
      const of = { reviewer: reviewerOf(ctx), formId: form.id, version: query.version }
      const can = { correctKey: documentPolicy.edit(ctx.actor, form)?.reason ?? null }
      return { ...(await readAnalytics(ctx, tx, content, of)), can }
    }),
  ),

  ...(['csv', 'xlsx'] as const).map((format) =>
    rawRoute(api.forms[format === 'csv' ? 'submissionsCsv' : 'submissionsXlsx'], async (call) => {
      const { ctx, request } = call
      if (ctx === null) throw new ProblemError('not-signed-in')
      const documentId = Id.safeParse((request.params as { documentId: string }).documentId).data
      if (!documentId) throw notFound()
      const [{ form, content }, questions] = await ctx.read((tx) =>
        Promise.all([loadReviewed(ctx, tx, documentId), listDrawnFields(tx, documentId)]),
      )
      const filter = validate(SubmissionsQuery, request.query, 'query', call.t) as z.output<typeof SubmissionsQuery>
      const answers = answerColumns([...fieldsOf(content), ...questions], ctx.locale)
      const { anonymous } = content.settings
      const columns = [
        ...(anonymous ? [] : submissionFileColumns).map((column) => ({
          ...column,
          header: ctx.t(`forms.columns.${column.header}`),
        })),
        ...answers,
      ]
      const of = { reviewer: reviewerOf(ctx), formId: form.id, filter }
      const told = { formId: form.id, version: filter.version }
      return sendReportFile(call, ctx, {
        format,
        columns,
        name: 'submissions',
        title: ctx.t('forms.sheet'),
        entry: { action: 'forms.export', subjectType: 'form', subjectId: form.id, subjectTitle: form.title },
        count: (tx) => (anonymous ? countTold(tx, told) : countSubmissions(ctx, tx, of)),
        rows: anonymous
          ? anonymousFile({ ...told, format, columns })
          : submissionsFile(ctx, { ...of, format, columns }),
      })
    }),
  ),

  route(api.forms.zipFiles, async ({ ctx, params }) => {
    const form = await findFormOfFiles(ctx, params.documentId)
    const first = form.anonymous ? { done: true } : await listSubmittedFiles(ctx, form.id).next()
    if (first.done) {
      // A caller who may see the form is told why; nobody else learns that it exists.
      await ctx.read((tx) => loadReviewed(ctx, tx, form.id))
      authorize(ctx.actor, () => wrongState(form.anonymous ? 'forms.anonymous' : 'forms.noFiles'), form)
    }
    return ctx.write(async (tx) => {
      await audit(ctx, tx, {
        action: 'forms.export',
        subjectType: 'form',
        subjectId: form.id,
        subjectTitle: form.title,
        after: { files: true },
      })
      return startJob(ctx, tx, { kind: 'forms.files', subject: form.title, input: { formId: form.id }, total: null })
    })
  }),

  rawRoute(api.forms.filesArchive, async ({ ctx, request, reply }) => {
    const id = Id.safeParse((request.params as { jobId: string }).jobId).data
    if (ctx === null || !id) throw notFound()
    const job = await ctx.read((tx) => findJob(tx, id))
    const { sha256, size } = (job?.result ?? {}) as { sha256?: string; size?: number }
    const isReady = job?.kind === 'forms.files' && job.state === 'succeeded' && job.expiresAt > ctx.now
    if (!isReady || job.createdBy !== ctx.actor.userId || !sha256) throw notFound()
    reply.header('content-length', Number(size))
    const bytes = await ctx.services.files.open(ctx.actor.tenantId, sha256)
    return sendDownload(reply, `${job.subject.slice(0, 80)}.zip`, 'application/zip', bytes, 'private, no-store')
  }),

  route(api.forms.submission, ({ ctx, params }) => showReviewed(ctx, params.submissionId)),

  route(api.forms.mark, async ({ ctx, params, body }) => {
    await giveMarks(ctx, params.submissionId, body)
    return showReviewed(ctx, params.submissionId)
  }),

  route(api.forms.reopen, async ({ ctx, params, body }) => {
    await reopenSubmission(ctx, params.submissionId, body)
    return showReviewed(ctx, params.submissionId)
  }),

  route(api.forms.decide, async ({ ctx, params, body }) => {
    if (body.decision === 'decline' && body.reason === '') throw invalid({ 'body.reason': 'required' })
    await decideSubmission(ctx, params.submissionId, body)
    return showReviewed(ctx, params.submissionId)
  }),

  route(api.forms.markMany, async ({ ctx, body }) => ({ rows: await markMany(ctx, body) })),

  route(api.forms.extraTimes, ({ ctx, params }) =>
    ctx.read(async (tx) => {
      const form = await findDocument(tx, 'form', params.documentId)
      authorize(ctx.actor, documentPolicy.see, form)
      const people = await listExtraTimes(tx, ctx.actor, form.id)
      return { items: people.map(({ userId, percent, ...one }) => ({ userId, percent, name: fullName(one) })) }
    }),
  ),

  route(api.forms.extraTime, async ({ ctx, params, body }) => {
    const form = await ctx.read((tx) => findDocument(tx, 'form', params.documentId))
    authorize(ctx.actor, documentPolicy.see, form)
    await giveExtraTime(ctx, form, { userId: params.userId, percent: body.percent })
    return { percent: body.percent }
  }),
]

/** Audited before its first byte, as every export is. */
async function sendPaper(
  ctx: Ctx,
  reply: FastifyReply,
  print: Paper,
  name: string,
  entry: Omit<Parameters<typeof audit>[2], 'action'>,
): Promise<FastifyReply> {
  const bytes = await setPaper(ctx, print)
  await ctx.write((tx) => audit(ctx, tx, { ...entry, action: 'forms.export' }))
  reply.header('content-length', bytes.length)
  return sendDownload(reply, name, 'application/pdf', Readable.from([Buffer.from(bytes)]), 'private, no-store')
}

/** The attempt to go on with, in the version that it was begun in. */
async function showOpened(ctx: Ctx, place: FormPlace) {
  const opened = await openForm(ctx, place)
  const { attempt } = opened
  const content =
    attempt.versionId === opened.form.versionId
      ? opened.content
      : await ctx.read((tx) => getVersion(tx, ctx.actor.tenantId, attempt.versionId))
  return presentOpenForm(ctx, opened, attempt, content)
}

/** An administrator who is also a manager looks as an administrator. */
function reviewerOf(ctx: Ctx): Reviewer {
  return isAdmin(ctx.actor) ? 'admin' : 'manager'
}

/** A form as a reviewer sees it: managers, when they made it or one of their people has it. */
async function loadForm(ctx: Ctx, tx: ReadTx, formId: string, reviewer: Reviewer) {
  const form = await findDocument(tx, 'form', formId)
  if (!form) throw notFound()
  const isOthers = reviewer === 'manager' && form.createdBy !== ctx.actor.userId
  if (isOthers && !(await isGivenToPeopleOf(tx, ctx.actor, form.id))) throw notFound()
  return form
}

/** A form that the caller has made; nobody else's is found. */
async function loadMade(ctx: Ctx, tx: ReadTx, formId: string) {
  const form = await findDocument(tx, 'form', formId)
  if (form?.createdBy !== ctx.actor.userId) throw notFound()
  return { id: form.id, title: form.title, type: 'form' as const }
}

/** A rule over the caller's own people; those of administrators are not found. */
async function getFormRule(ctx: Ctx, tx: ReadTx, formId: string, permissionId: string) {
  const [rule] = await listFormRules(tx, { managerId: ctx.actor.userId, formId, permissionId })
  if (!rule) throw notFound()
  return rule
}

function dueOf({ isOptional, dueDays }: { isOptional: boolean; dueDays: number | null }) {
  return isOptional || dueDays === null ? ({ kind: 'none' } as const) : ({ kind: 'after', days: dueDays } as const)
}

/** A form with its published content, or its draft's. Only administrators and the author see an anonymous one. */
async function loadReviewed(ctx: Ctx, tx: ReadTx, documentId: string) {
  const form = await loadForm(ctx, tx, documentId, reviewerOf(ctx))
  const content = form.publishedVersionId
    ? await getVersion(tx, ctx.actor.tenantId, form.publishedVersionId)
    : await getWorkingContent<FormContent>(tx, form)
  // Answers to an anonymous form belong to nobody's people: its author sees them, and administrators.
  if (content.settings.anonymous && !isAdmin(ctx.actor) && form.createdBy !== ctx.actor.userId) throw notFound()
  if (isAdmin(ctx.actor) || form.createdBy === ctx.actor.userId) return { form, content }
  // Managers read of an application what their level is shown.
  const pages = pagesOfLevels(content.settings, [], true)
  return {
    form,
    content: pages === null ? content : { ...content, pages: content.pages.filter((one) => pages.has(one.key)) },
  }
}

async function queueOf(ctx: Ctx, reviewer: Reviewer, formId: string | null, query: z.output<typeof SubmissionsQuery>) {
  const page = await ctx.read(async (tx) => {
    if (formId !== null) await loadForm(ctx, tx, formId, reviewer)
    return listSubmissions(ctx, tx, { reviewer, formId, query })
  })
  return {
    items: page.rows.map((row) => presentSubmissionRow(ctx, row)),
    next: page.next,
    total: page.total,
    counts: page.counts,
  }
}

function showReviewed(ctx: Ctx, submissionId: string) {
  return ctx.read(async (tx) => {
    const [[row], record] = await Promise.all([findReviewed(ctx, tx, [submissionId]), findSubmission(tx, submissionId)])
    authorize(ctx.actor, readSubmission, row)
    if (!record) throw notFound()
    return presentReviewed(ctx, tx, row, record)
  })
}

async function showSubmission(ctx: Ctx, submissionId: string) {
  return ctx.read(async (tx) => {
    const submission = await getOwnSubmission(tx, submissionId)
    authorize(ctx.actor, () => null, submission)
    const form = await getVersion(tx, ctx.actor.tenantId, submission.versionId)
    return presentOwnSubmission(ctx, submission, form.settings)
  })
}
