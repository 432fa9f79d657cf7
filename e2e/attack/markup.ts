import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import type { Activity } from '@learnt/contract/courses'
import type { Browser, Page } from 'playwright-core'
import { chance } from '../../apps/server/demo/chance.ts'
import { makeZip } from '../../apps/server/test/given/zip.ts'
import { type Caller, callerOf, password, Refused, signInByApi } from '../given/calls.ts'
import { givenPackage, givenUpload } from '../given/courses.ts'
import { enterAs, settled } from '../given/door.ts'
import { listExistingRoutes, listPages, type Visitor } from '../pages.ts'
import { type MadePayload, makePayloads, payloadCount } from './payloads.ts'

export interface MarkupSummary {
  seed: string
  payloads: number
  /** Fields that accepted a payload, and fields that refused one. */
  written: number
  refused: number
  fields: number
  pages: number
  /** Pages that showed payloads as text, else nothing was tested. */
  shown: number
  dialogs: number
  executions: number
  violations: number
  findings: string[]
}

/**
 * Writes markup into every text field of a tenant of its own, and opens every page that shows any of it, as every role,
 * in a real browser. Markup that runs, opens a dialog or violates the policy is a finding.
 */
export async function markupAttack(of: {
  url: string
  browser: Browser
  seed: string
  /** How many payloads; absent: all. */
  payloads?: number
  /** Also opens the pages of the demonstration, which contain no payload. */
  allPages?: boolean
  /** The short form: opens the pages that show most of it once each. */
  brief?: boolean
  say: (line: string) => void
}): Promise<MarkupSummary> {
  const { url, browser } = of
  const random = chance(of.seed)
  const payloads = makePayloads(of.payloads ?? payloadCount)
  // The seed decides which payload goes into which field.
  payloads.sort(() => random.next() - 0.5)
  const summary: MarkupSummary = {
    seed: of.seed,
    payloads: payloads.length,
    written: 0,
    refused: 0,
    fields: 0,
    pages: 0,
    shown: 0,
    dialogs: 0,
    executions: 0,
    violations: 0,
    findings: [],
  }
  const fields = new Set<string>()
  /** A write that may be refused for its content; a failure of the server is a finding. */
  async function write<T>(names: readonly string[], call: () => Promise<T>): Promise<T | null> {
    for (const name of names) fields.add(name)
    try {
      const answer = await call()
      summary.written++
      return answer
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      if (error.problem.status >= 500) summary.findings.push(`${names.join(', ')}: ${error.message}`)
      summary.refused++
      if (process.env.ATTACK_SAY) of.say(`  refused: ${names.join(', ')}: ${error.message.slice(0, 300)}`)
      return null
    }
  }
  let turn = 0
  /** The next payload, in one line where the field takes only one. */
  const next = (length = 5000): string => lineOf(payloads[turn++ % payloads.length] as MadePayload, length)

  // ---- a tenant whose every text is markup
  const superadmin = await callerOf(url, 'superadmin@learnt.example')
  const mark = `x${Date.now().toString(36)}${random.int(100, 999)}`
  const tenantId = `markup-${mark}`
  const account = (name: string) => `${name}-${mark}@markup.example`
  const first = { email: account('admin'), password, firstName: 'Ad', lastName: mark }
  const made = await write(['tenant name', 'administrator name'], () =>
    superadmin.call(api.tenants.create, {
      body: {
        id: tenantId,
        name: next(100),
        administrator: { ...first, firstName: next(100), lastName: next(100) },
      } as never,
    }),
  )
  if (made === null) {
    await superadmin.call(api.tenants.create, { body: { id: tenantId, name: mark, administrator: first } as never })
  }
  await write(['terms', 'wording of the sign-in', 'support'], () =>
    superadmin.call(api.tenants.changeAccess, {
      params: { tenantId },
      body: { settings: { showSelfRegistration: true } },
    }),
  )
  const admin = await signInByApi(url, account('admin'))

  // ---- people
  const words = () => [next(100)]
  const people: { userId: string; email: string }[] = []
  let managerId = ''
  for (const [index, payload] of payloads.entries()) {
    const text = lineOf(payload, 90)
    const email = index === 0 ? account('learner') : index === 1 ? account('manager') : account(`p${index}`)
    const roles = index === 1 ? (['learner', 'manager'] as const) : (['learner'] as const)
    const full = {
      firstName: text,
      lastName: text,
      email,
      roles: [...roles],
      ...(index < 2 ? { password } : {}),
      ...(managerId ? { managers: [managerId] } : {}),
      employeeId: lineOf(payload, 60),
      preferredName: lineOf(payload, 60),
      phone: '+44 1632 960123',
      position: [mark, text],
      tags: words(),
      loc1: words(),
      loc6: words(),
      div1: words(),
      custom1: words(),
      custom6: words(),
    }
    const names = Object.keys(full).map((name) => `person ${name}`)
    let member = await write(names, () => admin.call(api.members.create, { body: full }))
    member ??= await write(names, () =>
      admin.call(api.members.create, {
        body: { ...full, firstName: `Pat ${mark}`, lastName: 'Plain', position: [mark] },
      }),
    )
    if (member === null) continue
    people.push({ userId: member.userId, email })
    if (index === 1) managerId = member.userId
    await write(['person username'], () =>
      admin.call(api.members.update, { params: { userId: member.userId }, body: { username: lineOf(payload, 60) } }),
    )
  }
  const [learnerOf, managerOf] = people
  if (!learnerOf || !managerOf) throw new Error('Nobody could be added')
  await admin.call(api.members.update, { params: { userId: learnerOf.userId }, body: { managers: [managerOf.userId] } })

  // ---- files and packages
  const packageTitle = escapeXml(lineOf(payloads[0] as MadePayload, 200))
  const packageId = await givenPackage(admin, packageOf(packageTitle), `${next(60).replaceAll('/', '')}.zip`)
  fields.add('package title').add('package item').add('file name')
  const fileOf = async (name: string, bytes: Buffer, purpose: 'document' | 'video' | 'captions') =>
    write([`file name (${purpose})`], async () => {
      const uploadId = await givenUpload(admin, name, bytes)
      return admin.call(api.files.adopt, { body: { uploadId, purpose } as never })
    })
  const vtt = `WEBVTT\n\nSTYLE\n::cue { background: url("javascript:hurt(0)") }\n\n${payloads
    .map(
      (payload, index) =>
        `00:00:${String(index % 60).padStart(2, '0')}.000 --> 00:01:00.000\n${lineOf(payload, 300).replaceAll('-->', '')}\n`,
    )
    .join('\n')}`
  const captions = await fileOf(`${next(60)}.vtt`, Buffer.from(vtt), 'captions')
  const document = await fileOf(
    `${next(60)}.pdf`,
    Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    'document',
  )
  const page = await fileOf(
    `${next(60)}.html`,
    Buffer.from(`<!doctype html><script>${'parent.hurt(0)'}</script>`),
    'document',
  )
  const picture = await fileOf(
    'x.svg',
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="hurt(0)"><script>hurt(0)</script></svg>`),
    'document',
  )

  // ---- a course with every kind of step
  const base = () => ({
    id: randomUUID(),
    title: next(200),
    description: next(2000),
    minutes: 1,
    completion: { rule: 'view' as const },
  })
  const steps: Activity[] = payloads.map((payload) => ({
    ...base(),
    title: lineOf(payload, 200),
    kind: 'page',
    html: `<p>Before</p>${payload.text.replaceAll('\0', '')}<p>After</p>`,
  }))
  steps.push({ ...base(), kind: 'scorm', packageId, completion: { rule: 'package' } } as Activity)
  for (const file of [document, page, picture]) if (file) steps.push({ ...base(), kind: 'document', fileId: file.id })
  if (captions)
    steps.push({
      ...base(),
      kind: 'video',
      fileId: null,
      captions: [{ language: 'en', label: next(80), fileId: captions.id }],
      transcript: payloads.map((one) => lineOf(one, 300)).join('\n'),
    } as never)
  const course = await createCourse(admin, next)
  const content = {
    ...course.content,
    title: next(200),
    description: next(5000),
    category: next(60),
    tags: payloads.slice(0, 10).map((one) => lineOf(one, 60)),
    sections: [{ id: randomUUID(), title: next(200), activities: [] as Activity[] }],
  }
  let { revision } = course
  // Step by step, so that a refused one does not prevent the others.
  const kept: Activity[] = []
  for (const step of steps) {
    const saved = await write([`${step.kind} title`, `${step.kind} description`, 'rich text'], () =>
      admin.call(api.courses.saveDraft, {
        params: { courseId: course.id },
        body: {
          revision,
          content: { ...content, sections: [{ ...content.sections[0], activities: [...kept, step] }] } as never,
        },
      }),
    )
    if (saved === null) continue
    revision = saved.revision
    kept.push(step)
  }
  for (const payload of payloads)
    await write(['link address'], () =>
      admin
        .call(api.courses.saveDraft, {
          params: { courseId: course.id },
          body: {
            revision,
            content: {
              ...content,
              sections: [
                { ...content.sections[0], activities: [...kept, { ...base(), kind: 'link', url: payload.text }] },
              ],
            } as never,
          },
        })
        .then((saved) => {
          revision = saved.revision
        }),
    )
  // Steps that cannot be published (a film without its file) stay in a separate draft.
  const publishable = kept.filter((step) => step.kind !== 'video')
  const last = await admin.call(api.courses.saveDraft, {
    params: { courseId: course.id },
    body: {
      revision,
      content: { ...content, sections: [{ ...content.sections[0], activities: publishable }] } as never,
    },
  })
  await write(['note of a version'], () =>
    admin.call(api.courses.publish, {
      params: { courseId: course.id },
      body: { revision: last.revision, note: next(1000) },
    }),
  )
  const copy = await write(['title of a copy'], () =>
    admin.call(api.courses.duplicate, { params: { courseId: course.id }, body: { title: next(200) } as never }),
  )

  // ---- rules, views, mails
  for (const payload of payloads) {
    await write(['rule title', 'rule value'], () =>
      admin.call(api.permissions.create, {
        body: {
          documentType: 'course',
          documentId: course.id,
          title: lineOf(payload, 150),
          rule: { rule: { position: [mark, lineOf(payload, 90)] }, groups: [], everyone: false },
        },
      }),
    )
    await write(['view name', 'view query'], () =>
      admin.call(api.views.save, {
        body: {
          list: 'courses',
          name: lineOf(payload, 80),
          query: `search=${encodeURIComponent(lineOf(payload, 60))}`,
        },
      }),
    )
  }
  await write(['mail'], () =>
    admin.call(api.accounts.sendGenericEmail, { body: { template: 'resetPassword', to: [learnerOf.email] } }),
  )
  // The rows of a job name their subjects.
  if (copy)
    await write(['row of a job'], () =>
      admin.call(api.courses.bulk, { body: { action: 'archive', selection: { by: 'ids', ids: [copy.id] } } }),
    )
  await write(['sign-in name'], () => signInByApi(url, next(200), 'wrong-password'))
  summary.fields = fields.size

  const [learner, manager] = await Promise.all([learnerOf.email, managerOf.email].map((one) => signInByApi(url, one)))
  if (!learner || !manager) throw new Error('The people cannot sign in')
  const own = await learner.call(api.learning.course, { params: { userCourseId: course.id } })

  // ---- data of packages: interactions, answers, bookmarks
  const scorm = own.sections.flatMap((section) => section.activities).find((step) => step.kind === 'scorm')
  let attemptId = ''
  if (scorm) {
    const launch = await learner.call(api.learning.launch, {
      params: { userCourseId: own.userCourseId, activityId: scorm.id },
      body: {},
    })
    const token = { authorization: `Bearer ${launch.token}`, 'content-type': 'application/json' }
    const state = (await (await fetch(`${url}/api/runtime/state`, { headers: token })).json()) as {
      attemptId: string
      epoch: number
    }
    attemptId = state.attemptId
    for (const [index, payload] of payloads.entries()) {
      const said = lineOf(payload, 250)
      const elements = {
        'cmi.core.lesson_location': said,
        'cmi.suspend_data': said,
        'cmi.core.lesson_status': 'incomplete',
        'cmi.interactions.0.id': said,
        'cmi.interactions.0.student_response': said,
        'cmi.comments': said,
      }
      fields.add('interaction').add('bookmark').add('comment of a learner')
      const answer = await fetch(`${url}/api/runtime/commit`, {
        method: 'POST',
        headers: token,
        body: JSON.stringify({
          epoch: state.epoch,
          seq: index + 1,
          sco: 'one',
          visit: 1,
          snapshot: elements,
          elapsed: index,
          initialized: true,
          end: index === payloads.length - 1,
          calls: Object.entries(elements).map(([element, value], number) => ({
            n: index * 10 + number + 1,
            at: Date.now(),
            sco: 'one',
            fn: 'LMSSetValue',
            element,
            value,
            result: 'true',
            error: '0',
          })),
        }),
      })
      if (answer.ok) summary.written++
      else summary.refused++
      if (answer.status >= 500) summary.findings.push(`runtime.commit: ${answer.status} for ${payload.name}`)
    }
  }

  // ---- everybody opens every page
  const reports = (scope: 'admin' | 'manager') => [
    `/apps/${scope}/reporting`,
    `/apps/${scope}/reporting/${learnerOf.userId}`,
    `/apps/${scope}/reporting/${learnerOf.userId}/${own.userCourseId}`,
    ...(attemptId ? [`/apps/${scope}/reporting/${learnerOf.userId}/${own.userCourseId}?attempt=${attemptId}`] : []),
    `/apps/${scope}/course-aggregate-reporting`,
    `/apps/${scope}/course-aggregate-reporting/${course.id}`,
  ]
  const learning = (userCourseId: string) => [
    '/apps/homepage/myhomepage',
    '/apps/munro-homepage',
    '/apps/courses/mycourses',
    '/apps/courses/mybundles',
    '/pages/profile',
    '/pages/profile/sessions',
    '/teams',
    `/apps/course/${userCourseId}`,
  ]
  const stepAddresses = own.sections
    .flatMap((section) => section.activities)
    .map((step) => `/apps/course/${own.userCourseId}?activity=${step.id}`)
  const administration = [
    ...['', '?tab=people', '?tab=versions', '?tab=settings', '/preview'].map(
      (rest) => `/apps/admin/courses/${course.id}${rest}`,
    ),
    `/apps/admin/old/courses/${course.id}`,
    '/apps/admin/courses',
    '/apps/admin/permissions',
    '/apps/admin/users',
    ...(of.brief ? people.slice(0, 2) : people).map(({ userId }) => `/apps/admin/users/${userId}`),
    '/apps/admin/audit-log',
    '/apps/admin/jobs',
    '/apps/admin/outbox',
    ...reports('admin'),
  ]
  await visit('guest', null, [`/login?tenant=${tenantId}`, `/register?team=${tenantId}`, '/resetpassword', '/action'])
  await visit('learner', learner, [...learning(own.userCourseId).slice(of.brief ? 5 : 0), ...stepAddresses])
  await visit('manager', manager, [...(of.brief ? [] : learning(own.userCourseId)), ...reports('manager')])
  await visit('admin', admin, administration)
  await visit('superadmin', superadmin, [
    '/apps/superadmin/tenants',
    `/apps/superadmin/tenant/${tenantId}`,
    '/apps/admin/users',
    '/apps/admin/jobs',
  ])
  if (of.allPages) {
    const existing = await listExistingRoutes()
    const demonstration = (await listPages(url)).filter((one) => existing.includes(one.route))
    for (const role of ['guest', 'learner', 'manager', 'admin', 'superadmin'] as const) {
      const caller = role === 'guest' ? null : await callerOf(url, `${role}@learnt.example`)
      await visit(
        role,
        caller,
        demonstration.filter((one) => one.as === role).map((one) => one.address),
      )
    }
  }
  return summary

  async function visit(role: Visitor, caller: Caller | null, addresses: readonly string[]): Promise<void> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(90_000)
    let at = ''
    const find = (kind: 'dialogs' | 'executions' | 'violations', words: string) => {
      summary[kind]++
      summary.findings.push(`${kind} as ${role} at ${at}: ${words}`)
    }
    await context.exposeBinding('hurt', (_, number: number) =>
      find('executions', `payload ${number}, ${makePayloads(payloadCount)[number]?.name}`),
    )
    await context.exposeBinding('reportViolation', (_, words: string) => find('violations', words))
    await context.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const tell = (globalThis as never as { reportViolation(words: string): void }).reportViolation
        tell(`${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`)
      })
    })
    context.on('dialog', (dialog) => {
      find('dialogs', dialog.message())
      void dialog.dismiss()
    })
    context.on('weberror', (error) => void summary.findings.push(`error as ${role} at ${at}: ${error.error().message}`))
    const page = await context.newPage()
    try {
      if (caller) await enterAs(page, caller)
      for (at of addresses) {
        await page.goto(at)
        await settled(page).catch((error: Error) => {
          summary.findings.push(`as ${role} ${at} does not settle: ${error.message.split('\n')[0]}`)
        })
        summary.pages++
        if (await isShown(page)) summary.shown++
        if (page.url() === 'about:blank' || new URL(page.url()).origin !== new URL(url).origin)
          summary.findings.push(`as ${role} ${at} led away to ${page.url()}`)
        await touch(page)
      }
    } finally {
      await context.close()
    }
    of.say(`  ${role}: ${addresses.length} pages`)
  }
}

/** Payloads are in the page as text. */
async function isShown(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      /hurt\(\d+\)/.test(document.body.textContent) ||
      /hurt\(\d+\)/.test(
        [...document.querySelectorAll('input, textarea')].map((one) => (one as HTMLInputElement).value).join(' '),
      ),
  )
}

/** Triggers handlers: hovers and focuses every element. And no element comes from the markup. */
async function touch(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main *')) {
      one.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      if (one instanceof HTMLElement && one.tagName !== 'IFRAME' && one.hasAttribute('onfocus')) one.focus()
    }
  })
}

/**
 * One line, as short as the field: characters that a single-line field refuses are removed, so that the rest arrives.
 */
function lineOf(payload: MadePayload, length: number): string {
  const text = payload.text.replace(/[\p{Cc}\u2028\u2029]/gu, '').replace(/\p{Surrogate}/gu, '')
  const points = [...text]
  while (points.join('').length > length) points.pop()
  return points.join('').trim()
}

async function createCourse(admin: Caller, next: (length?: number) => string) {
  try {
    return await admin.call(api.courses.create, { body: { title: next(200) } })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return admin.call(api.courses.create, { body: { title: 'Plain' } })
  }
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`)
}

/**
 * A package of one part with markup in its titles and a harmless page: scripts of a package run on the content origin.
 */
function packageOf(title: string): Buffer {
  return makeZip([
    {
      name: 'imsmanifest.xml',
      data: `<manifest identifier="made" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
        <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
        <organizations default="org"><organization identifier="org"><title>${title}</title><item identifier="one" identifierref="res"><title>${title}</title></item></organization></organizations>
        <resources><resource identifier="res" type="webcontent" adlcp:scormtype="sco" href="part.html"/></resources></manifest>`,
    },
    { name: 'part.html', data: '<!doctype html><title>Part</title><h1>Part</h1>', method: 8 },
  ])
}
