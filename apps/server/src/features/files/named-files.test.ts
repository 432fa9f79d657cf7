import { api } from '@learnt/contract'
import type { FilePurpose } from '@learnt/contract/files'
import type { Field, FieldOf } from '@learnt/contract/forms/content'
import { newField, newPage } from '@learnt/contract/forms/new-form'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Caller, testApp } from '../../../test/app.ts'
import { givenAssignment } from '../../../test/given/assignments.ts'
import { givenFile } from '../../../test/given/courses.ts'
import { givenPathway, pathwaySection, pathwayStep } from '../../../test/given/documents.ts'
import { givenApproval, givenForm } from '../../../test/given/forms.ts'
import { makeImage, makePdf } from '../../../test/given/media.ts'
import { type GivenPerson, type GivenTenant, givenPerson, givenTeam, givenTenant } from '../../../test/given/people.ts'
import { uploadBytes } from '../../../test/given/uploads.ts'

const app = await testApp()

interface Reply {
  readonly status: number
  readonly problem?: { readonly errors?: readonly { path: string; code?: string | undefined }[] | undefined } | null
}

/** One operation that takes the id of a file. */
interface Case {
  /** Who names it; the administrator without it. */
  readonly by?: 'manager' | 'learner'
  readonly purpose: FilePurpose
  /** Readies what the operation is about. Answers how to name a file there, and for which thing alone files are uploaded. */
  ready(world: World): Promise<{ name: (fileId: string) => Promise<Reply>; subjectId?: string }>
}

interface World {
  readonly tenant: GivenTenant
  readonly manager: GivenPerson
  readonly learner: GivenPerson
  readonly caller: Caller
}

const picture = (fileId: string): Field => {
  const field = newField('hotSpot', 'Where?', true) as FieldOf<'hotSpot'>
  const quiz = { ...(field.quiz as NonNullable<typeof field.quiz>), key: { areas: [] } } as unknown as typeof field.quiz
  return { ...field, key: 'kspot', fileId, quiz }
}
const html = (fileId: string) => `<p>See <img data-file-id="${fileId}" alt="A plan"></p>`
const essay = (fileId: string | null): Field => {
  const field = newField('essay', 'Why?', true) as FieldOf<'essay'>
  const quiz = field.quiz as NonNullable<typeof field.quiz>
  return {
    ...field,
    key: 'kwhy',
    quiz: { ...quiz, key: { rubric: { text: fileId ? html(fileId) : '<p>By the book</p>', translations: {} } } },
  }
}
const fileField = { ...newField('file', 'Plan'), key: 'kfile' } as Field
const answer = (fileId: string) => [{ fileId, name: 'x', size: 1 }]
const mug = {
  title: 'Mug',
  description: '',
  cost: 10,
  stock: null,
  approval: 'none' as const,
  deliveryNote: '',
  isOffered: true,
}
const place = { category: '', tags: [], difficulty: 'medium' as const, forManagers: false }
const pictureQuestion = (fileId: string): Field => {
  const field = newField('trueFalse', 'Right?', true) as FieldOf<'trueFalse'>
  const quiz = { ...(field.quiz as NonNullable<typeof field.quiz>), key: true }
  return { ...field, key: 'kq', quiz: { ...quiz, worked: { text: html(fileId), translations: {} } } }
}

type Drafted = 'courses' | 'pathways' | 'learningPackages' | 'resources' | 'forms' | 'events'
const made: Record<Drafted, object> = {
  courses: { title: 'Course' },
  pathways: { title: 'Pathway' },
  learningPackages: { title: 'Package' },
  resources: { title: 'Link', type: 'link', url: 'https://example.org' },
  forms: { title: 'Form', kind: 'quiz' },
  events: { title: 'Event' },
}

function draft(of: Drafted, change: (fileId: string) => object): Case {
  return {
    purpose: 'image',
    async ready({ caller }) {
      // The six have the same operations; their types differ in the content only.
      const operations = api[of] as unknown as typeof api.resources
      const { body } = await app.call(caller, operations.create, { body: made[of] as never })
      const params = { documentId: body.id, courseId: body.id } as { documentId: string }
      const content = (fileId: string) => ({ ...body.content, ...change(fileId) })
      return {
        name: (fileId) =>
          app.call(caller, operations.saveDraft, {
            params,
            body: { revision: body.revision, content: content(fileId) },
          }),
      }
    },
  }
}
const asImage = (imageFileId: string) => ({ imageFileId })

async function opened(caller: Caller, tenant: GivenTenant, who: GivenPerson) {
  const form = await givenForm(app, tenant, [fileField])
  await givenAssignment(app, who, form.id, { type: 'form' })
  return (await app.call(caller, api.forms.open, { params: { documentId: form.id } })).body.submission.id
}

/** Every operation that takes the id of a file. The first test says when one is missing. */
const cases: Record<string, Case> = {
  'courses.saveDraft': draft('courses', (fileId) => ({ landing: { isShown: true, html: html(fileId) } })),
  'pathways.saveDraft': draft('pathways', asImage),
  'learningPackages.saveDraft': draft('learningPackages', asImage),
  'resources.saveDraft': draft('resources', asImage),
  'events.saveDraft': draft('events', asImage),
  'forms.saveDraft': draft('forms', (fileId) => ({ pages: [newPage([picture(fileId)])] })),
  'forms.manager.saveDraft': {
    by: 'manager',
    purpose: 'image',
    async ready({ manager }) {
      const { body } = await app.call(manager, api.forms.manager.create, { body: { title: 'Mine' } })
      return {
        name: (imageFileId) =>
          app.call(manager, api.forms.manager.saveDraft, {
            params: { documentId: body.id },
            body: { revision: body.revision, content: { ...body.content, imageFileId } },
          }),
      }
    },
  },
  'resources.create': {
    purpose: 'document',
    async ready({ caller }) {
      return {
        name: (fileId) => app.call(caller, api.resources.create, { body: { title: 'Plan', type: 'pdf', fileId } }),
      }
    },
  },
  'courses.importPage': {
    purpose: 'document',
    async ready({ caller }) {
      const { body } = await app.call(caller, api.courses.create, { body: { title: 'Course' } })
      return {
        name: (fileId) => app.call(caller, api.courses.importPage, { params: { courseId: body.id }, body: { fileId } }),
      }
    },
  },
  'courses.importPackage': {
    purpose: 'package',
    async ready({ caller }) {
      return { name: (fileId) => app.call(caller, api.courses.importPackage, { body: { fileId } }) }
    },
  },
  'pathways.waive': {
    by: 'manager',
    purpose: 'document',
    async ready({ tenant, manager, learner }) {
      const form = await givenForm(app, tenant, [newField('yesNo', 'Ready?')])
      const step = pathwayStep(form.id, { documentType: 'form' })
      const pathway = await givenPathway(app, tenant, { sections: [pathwaySection([step])] })
      await givenAssignment(app, learner, pathway.id, { type: 'pathway' })
      const params = { documentId: pathway.id, userId: learner.userId, stepId: step.id }
      return {
        name: (evidenceFileId) =>
          app.call(manager, api.pathways.waive, { params, body: { reason: 'Done elsewhere', evidenceFileId } }),
      }
    },
  },
  'questions.create': {
    purpose: 'image',
    async ready({ caller }) {
      return {
        name: (fileId) =>
          app.call(caller, api.questions.create, { body: { ...place, field: pictureQuestion(fileId) } }),
      }
    },
  },
  'questions.import': {
    purpose: 'image',
    async ready({ caller }) {
      return {
        name: (fileId) =>
          app.call(caller, api.questions.importMany, {
            body: { questions: [{ field: pictureQuestion(fileId) }] },
          }),
      }
    },
  },
  'questions.change': {
    purpose: 'image',
    async ready({ caller }) {
      const { body } = await app.call(caller, api.questions.create, { body: { ...place, field: essay(null) } })
      const params = { questionId: body.id }
      return {
        name: (fileId) =>
          app.call(caller, api.questions.change, {
            params,
            body: { revision: body.revision, field: { ...essay(fileId), key: body.field.key } },
          }),
      }
    },
  },
  ...Object.fromEntries(
    (['previewCorrection', 'correct'] as const).map((verb): [string, Case] => [
      `questions.${verb}`,
      {
        purpose: 'image',
        async ready({ caller }) {
          const { body } = await app.call(caller, api.questions.create, {
            body: { ...place, field: essay(null) },
          })
          const params = { questionId: body.id, version: 1 }
          return {
            name: (fileId) =>
              app.call(caller, api.questions[verb], {
                params,
                body: { treatment: 'newKey', field: { ...essay(fileId), key: body.field.key }, reason: 'It was wrong' },
              }),
          }
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    (['previewFormCorrection', 'correctForm'] as const).map((verb): [string, Case] => [
      `questions.${verb}`,
      {
        purpose: 'image',
        async ready({ caller, tenant }) {
          const form = await givenForm(app, tenant, [essay(null)], { kind: 'quiz' })
          const params = { documentId: form.id, field: 'kwhy' }
          return {
            name: (fileId) =>
              app.call(caller, api.questions[verb], {
                params,
                body: { treatment: 'newKey', field: essay(fileId), reason: 'It was wrong' },
              }),
          }
        },
      },
    ]),
  ),
  'rewards.create': {
    purpose: 'image',
    async ready({ caller }) {
      return { name: (imageFileId) => app.call(caller, api.rewards.create, { body: { ...mug, imageFileId } }) }
    },
  },
  'rewards.change': {
    purpose: 'image',
    async ready({ caller }) {
      const { body } = await app.call(caller, api.rewards.create, { body: { ...mug, imageFileId: null } })
      const params = { rewardId: body.id }
      return {
        name: (imageFileId) =>
          app.call(caller, api.rewards.change, { params, body: { ...mug, imageFileId, revision: body.revision } }),
      }
    },
  },
  'certificates.templates.save': {
    purpose: 'image',
    async ready({ caller }) {
      const { body } = await app.call(caller, api.certificates.templates.create, { body: { title: 'Template' } })
      const params = { templateId: body.id }
      return {
        name: (fileId) =>
          app.call(caller, api.certificates.templates.save, {
            params,
            body: { title: 'Template', revision: body.revision, design: designOf(fileId) },
          }),
      }
    },
  },
  'certificates.templates.preview': {
    purpose: 'image',
    async ready({ caller }) {
      return {
        name: (fileId) =>
          app.call(caller, api.certificates.templates.preview, {
            body: { locale: 'en', userId: null, design: designOf(fileId) },
          }),
      }
    },
  },
  'badges.save': {
    purpose: 'image',
    async ready({ caller }) {
      const { body } = await app.call(caller, api.badges.create, { body: { title: 'Badge' } })
      const { id, title, revision, validMonths, description, criteria, design } = body
      return {
        name: (fileId) =>
          app.call(caller, api.badges.save, {
            params: { badgeId: id },
            body: { title, revision, validMonths, description, criteria, design: { ...design, fileId } },
          }),
      }
    },
  },
  'forms.saveAnswers': {
    by: 'learner',
    purpose: 'answer',
    async ready({ tenant, learner }) {
      const subjectId = await opened(learner, tenant, learner)
      const params = { submissionId: subjectId }
      return {
        subjectId,
        name: (fileId) =>
          app.call(learner, api.forms.saveAnswers, {
            params,
            body: { revision: 0, window: 'w1', changes: { kfile: answer(fileId) } },
          }),
      }
    },
  },
  'forms.submit': {
    by: 'learner',
    purpose: 'answer',
    async ready({ tenant, learner }) {
      const subjectId = await opened(learner, tenant, learner)
      const params = { submissionId: subjectId }
      return {
        subjectId,
        name: (fileId) =>
          app.call(learner, api.forms.submit, {
            params,
            body: { revision: 0, window: 'w1', changes: { kfile: answer(fileId) } },
          }),
      }
    },
  },
}

function designOf(fileId: string) {
  return { orientation: 'landscape' as const, background: { color: '#ffffff', frame: null, fileId }, elements: [] }
}

/** These take answers, and no files: a form that is anonymous cannot ask for any, and what levels fill in is tested below. */
const withoutFiles = ['forms.submitAnonymously', 'forms.decide']
/** These show a file that the caller was given an address of, or that they may see (filePolicy). */
const reading = ['files.get', 'files.outline', 'files.part', 'files.download', 'files.readAs']
/** These make a file of an upload, which is found for its owner alone. */
const byUpload = [
  'files.adopt',
  'uploads.offset',
  'uploads.append',
  'uploads.abandon',
  'forms.adoptFile',
  'feeds.start',
  'bulkUpdates.start',
  'certificates.outside.add',
  'members.setAvatar',
  'members.setOwnAvatar',
  'themes.addPictureOf',
]
/** These name pictures of teams by their addresses. Everybody can see such a picture, signed in or not. */
const teamPictures = ['themes.save', 'themes.saveOf']

interface Operation {
  readonly id: string
  readonly path: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
}

function* operationsIn(tree: object): Generator<Operation> {
  for (const one of Object.values(tree)) {
    if (typeof one !== 'object' || one === null) continue
    if ('path' in one && 'method' in one) yield one as Operation
    else if (!('_zod' in one)) yield* operationsIn(one)
  }
}

/** Names of properties that can hold the id of a file, or of an upload, or markup with one. */
const holdsFile = /^(\w*[fF]ileIds?|uploadId|answers|changes|html|iconLogo|favicon|loggedOut\w+)$/

function fileNamesOf(schema: z.ZodType | undefined): Set<string> {
  const found = new Set<string>()
  if (!schema) return found
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'properties') for (const name of Object.keys(value)) if (holdsFile.test(name)) found.add(name)
      walk(value)
    }
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }))
  return found
}

describe('a request that names a file', () => {
  it('is in the table below, whatever operation takes it', () => {
    const found = [...operationsIn(api)].filter(
      (one) =>
        /:(fileId|uploadId)\b/.test(one.path) ||
        [one.params, one.query, one.body].some((schema) => fileNamesOf(schema).size > 0),
    )
    const known = [...Object.keys(cases), ...withoutFiles, ...reading, ...byUpload, ...teamPictures]
    expect([...new Set(found.map((one) => one.id))].sort()).toEqual(known.sort())
  })

  it.each(Object.entries(cases))('%s takes what the caller uploaded for it, and nothing else', async (_, one) => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const caller = { admin: tenant.admin, manager, learner }[one.by ?? 'admin']
    const teamAdmin = await givenPerson(app, { ...tenant, teamId: await givenTeam(app, tenant) }, { roles: ['admin'] })
    const { name, subjectId } = await one.ready({ tenant, manager, learner, caller })
    const contentType = { image: 'image/webp', package: 'application/zip' }[one.purpose as string] ?? 'application/pdf'
    const upload = async (createdBy: string, purpose = one.purpose, subject = subjectId) =>
      givenFile(app, tenant, {
        name: 'plan.pdf',
        contentType,
        purpose,
        bytes: purpose === 'image' ? await makeImage({ format: 'webp' }) : Buffer.from('%PDF-1.4'),
        createdBy,
        ...(subject ? { subjectId: subject } : {}),
      })
    const otherPurpose = one.purpose === 'answer' ? 'document' : 'answer'
    const refused = {
      'of another administrator': (await upload(teamAdmin.userId)).fileId,
      'for another purpose': (await upload(caller.userId, otherPurpose)).fileId,
      'of another tenant': (await givenFile(app, await givenTenant(app), { purpose: one.purpose, contentType })).fileId,
      ...(subjectId
        ? { 'for another submission': (await upload(caller.userId, one.purpose, tenant.admin.userId)).fileId }
        : {}),
    }
    for (const [which, fileId] of Object.entries(refused))
      expect([which, (await name(fileId)).status]).toEqual([which, 422])
    const own = await name((await upload(caller.userId)).fileId)
    // A damaged document is refused for its content, before its owner matters.
    const codes = own.status === 422 ? (own.problem?.errors ?? []).map((each) => each.code) : []
    if (codes.length === 0) expect(own.status).toBeLessThan(300)
    else expect(codes).not.toContain('fileUnknown')
  })

  it('may name what stands there, and copy it from what the author may change', async () => {
    const tenant = await givenTenant(app)
    const colleague = await givenPerson(app, tenant, { roles: ['admin'] })
    const { fileId } = await givenFile(app, tenant, {
      purpose: 'image',
      contentType: 'image/webp',
      createdBy: tenant.admin.userId,
    })
    const save = async (caller: Caller & { readonly userId: string }, documentId: string, imageFileId: string) => {
      const { body } = await app.call(caller, api.resources.get, { params: { documentId } })
      const content = { ...body.content, title: `By ${caller.userId}`, imageFileId }
      return app.call(caller, api.resources.saveDraft, {
        params: { documentId },
        body: { revision: body.revision, content },
      })
    }
    const create = async (caller: Caller) =>
      (
        await app.call(caller, api.resources.create, {
          body: { title: 'Link', type: 'link', url: 'https://example.org' },
        })
      ).body.id
    const [first, second] = [await create(tenant.admin), await create(colleague)]
    expect((await save(colleague, second, fileId)).status).toBe(422)
    expect((await save(tenant.admin, first, fileId)).status).toBe(200)
    expect((await save(colleague, first, fileId)).status).toBe(200)
    expect((await save(colleague, second, fileId)).status).toBe(200)
  })

  it('opens no file of a person by its id, also for administrators', async () => {
    const tenant = await givenTenant(app)
    const get = async (of: { purpose: FilePurpose; createdBy: string }) => {
      const { fileId } = await givenFile(app, tenant, { contentType: 'application/pdf', ...of })
      return (await app.call(tenant.admin, api.files.get, { params: { fileId } })).status
    }
    const { userId } = await givenPerson(app, tenant)
    expect(await get({ purpose: 'document', createdBy: userId })).toBe(200)
    for (const purpose of ['answer', 'feed', 'avatar'] as const) {
      expect([purpose, await get({ purpose, createdBy: userId })]).toEqual([purpose, 404])
      expect([purpose, await get({ purpose, createdBy: tenant.admin.userId })]).toEqual([purpose, 200])
    }
  })

  it('finds an upload for its owner alone', async () => {
    const tenant = await givenTenant(app)
    const learner = await givenPerson(app, tenant)
    const submissionId = await opened(learner, tenant, learner)
    const adopt = (uploadId: string) =>
      app.call(learner, api.forms.adoptFile, { params: { submissionId }, body: { uploadId, field: 'kfile' } })
    expect((await adopt(await uploadBytes(app, tenant.admin, makePdf(), 'plan.pdf'))).status).toBe(422)
    const own = await uploadBytes(app, learner, makePdf(), 'plan.pdf')
    const made = await adopt(own)
    expect(made.status).toBe(201)
    // The same upload is no file for another submission.
    const other = await opened(learner, tenant, learner)
    const again = await app.call(learner, api.forms.adoptFile, {
      params: { submissionId: other },
      body: { uploadId: own, field: 'kfile' },
    })
    expect(again.status).toBe(422)
  })

  it('shows no file of a stranger that an older submission names, and lets a level change none in', async () => {
    const tenant = await givenTenant(app)
    const manager = await givenPerson(app, tenant, { roles: ['manager'] })
    const learner = await givenPerson(app, tenant, { managers: [manager.userId] })
    const theirs = await givenFile(app, tenant, {
      purpose: 'answer',
      contentType: 'application/pdf',
      createdBy: tenant.admin.userId,
    })
    const submissionId = await opened(learner, tenant, learner)
    const own = (
      await app.call(learner, api.forms.adoptFile, {
        params: { submissionId },
        body: { uploadId: await uploadBytes(app, learner, makePdf(), 'plan.pdf'), field: 'kfile' },
      })
    ).body.id
    const put = (fileId: string) =>
      app.services.db.tenant(tenant.tenantId).write((tx) =>
        tx
          .insertInto('answers')
          .values({
            submissionId,
            field: 'kfile',
            value: JSON.stringify(answer(fileId)),
            revision: 1,
            savedIn: 'w0',
            savedAt: app.services.clock.now(),
          })
          .onConflict((conflict) =>
            conflict
              .columns(['tenantId', 'submissionId', 'field'])
              .doUpdateSet({ value: JSON.stringify(answer(fileId)) }),
          )
          .execute(),
      )
    const shown = async () => {
      const { documentId } = { documentId: (await formOf(submissionId, tenant)) as string }
      return (await app.call(learner, api.forms.open, { params: { documentId } })).body.files.map((file) => file.id)
    }
    await put(theirs.fileId)
    expect(await shown()).toEqual([])
    await put(own)
    expect(await shown()).toEqual([own])

    const { approvalId } = await givenApproval(app, learner, manager, 'Leave')
    const decide = (changes: Record<string, never>) =>
      app.call(manager, api.forms.decide, {
        params: { submissionId: approvalId },
        body: { revision: 0, decision: 'approve', reason: '', changes },
      })
    expect((await decide({ k1: answer(theirs.fileId) } as never)).status).toBe(422)
    expect((await decide({})).status).toBe(200)
  })
})

async function formOf(submissionId: string, tenant: GivenTenant) {
  const row = await app.services.db
    .tenant(tenant.tenantId)
    .read((tx) => tx.selectFrom('submissions').select('formId').where('id', '=', submissionId).executeTakeFirst())
  return row?.formId
}
