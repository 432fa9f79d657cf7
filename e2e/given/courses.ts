import { randomUUID } from 'node:crypto'
import { api } from '@learnt/contract'
import type { Activity, CourseContent } from '@learnt/contract/courses'
import { type Caller, type InputOf, settle } from './calls.ts'

type Rule = InputOf<typeof api.permissions.create>['body']['rule']

export interface GivenCourse {
  id: string
  title: string
  /** Ids of its steps, in order. */
  steps: string[]
}

/** A step of one page. */
export function pageStep(title: string, html = `<p>${title}</p>`): Activity {
  return { id: randomUUID(), kind: 'page', title, description: '', minutes: 1, completion: { rule: 'view' }, html }
}

export function packageStep(title: string, packageId: string): Activity {
  return {
    id: randomUUID(),
    kind: 'scorm',
    title,
    description: '',
    minutes: 5,
    completion: { rule: 'package' },
    packageId,
  }
}

/** A course as an administrator makes it, by the API: published unless `draft`, assigned to the people that `rule` matches. */
export async function givenCourse(
  admin: Caller,
  of: {
    title: string
    steps?: Activity[]
    content?: Partial<CourseContent>
    draft?: boolean
    rule?: Rule
    isOptional?: boolean
  },
): Promise<GivenCourse> {
  const course = await admin.call(api.courses.create, { body: { title: of.title } })
  const steps = of.steps ?? [pageStep('First page'), pageStep('Second page')]
  const content = {
    ...course.content,
    sections: [{ id: randomUUID(), title: 'All of it', activities: steps }],
    ...of.content,
  }
  const { revision } = await admin.call(api.courses.saveDraft, {
    params: { courseId: course.id },
    body: { revision: course.revision, content },
  })
  if (!of.draft) await admin.call(api.courses.publish, { params: { courseId: course.id }, body: { revision } })
  if (of.rule) {
    await admin.call(api.permissions.create, {
      body: {
        documentType: 'course',
        documentId: course.id,
        title: `For ${of.title}`,
        rule: of.rule,
        isOptional: of.isOptional ?? false,
      },
    })
  }
  return { id: course.id, title: of.title, steps: steps.map((step) => step.id) }
}

/** A rule for everybody of a position; with a position of one person it matches that person. */
export function onlyPosition(position: string): Rule {
  return { rule: { position: [position] } }
}

/** Uploads a file as the pages do, in one piece. */
export async function givenUpload(admin: Caller, name: string, bytes: Buffer): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  const headers = { 'tus-resumable': '1.0.0', origin: admin.url }
  const made = await admin.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const address = made.headers.get('location')
  if (!made.ok || !address) throw new Error(`The upload was refused: ${made.status} ${await made.text()}`)
  const sent = await admin.fetch(address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  })
  if (!sent.ok) throw new Error(`The bytes were refused: ${sent.status} ${await sent.text()}`)
  return decodeURIComponent(address.split('/').at(-1) ?? '')
}

/** A checked and stored package. */
export async function givenPackage(admin: Caller, bytes: Buffer, name = 'package.zip'): Promise<string> {
  const uploadId = await givenUpload(admin, name, bytes)
  const file = await admin.call(api.files.adopt, { body: { uploadId, purpose: 'package' } })
  const result = await settle(admin, await admin.call(api.courses.importPackage, { body: { fileId: file.id } }))
  return String(result.packageId)
}
