import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { api } from '@learnt/contract'
import { tieToUs } from '../../apps/server/test/tie.ts'
import { type Caller, password, signInByApi } from '../given/calls.ts'
import { givenCourse, givenPackage, packageStep, pageStep } from '../given/courses.ts'
import { buildPackage } from '../given/packages.ts'
import type { Learnt } from '../learnt.ts'

const main = join(import.meta.dirname, '..', '..', 'apps/server/dist/main.js')
export const adminAccount = 'ada@torture.example'

/** A course as learners play it: a page, a package of several items, a page. */
export interface TortureCourse {
  courseId: string
  firstPage: string
  package: string
  lastPage: string
}

export interface TortureWorld {
  admin: Caller
  learners: { account: string; userId: string }[]
  courses: TortureCourse[]
}

/** Runs a command of the server's own program, as an operator would. */
export function runCli(
  settings: Record<string, string>,
  words: readonly string[],
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...words], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const tie = tieToUs()
    tie(child.pid as number)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('exit', (code) => {
      tie(null)
      resolve({ code, text })
    })
  })
}

/** Creates the first administrator by the command line, everything else by the API. */
export async function makeWorld(
  learnt: Pick<Learnt, 'url' | 'settings'>,
  of: { learners: number; courses: number },
): Promise<TortureWorld> {
  const made = await runCli(learnt.settings, [
    'cli',
    'admin',
    'create',
    '--email',
    adminAccount,
    '--first-name',
    'Ada',
    '--last-name',
    'Lovelace',
    '--role',
    'superadmin',
    '--password',
    password,
  ])
  if (made.code !== 0) throw new Error(`No administrator: ${made.text}`)
  const admin = await signInByApi(learnt.url, adminAccount, password)
  const learners = await Promise.all(
    Array.from({ length: of.learners }, async (_, index) => {
      const account = `learner${index}@torture.example`
      const member = await admin.call(api.members.create, {
        body: { firstName: 'Learner', lastName: `Number ${index}`, email: account, password },
      })
      return { account, userId: member.userId }
    }),
  )
  const packageId = await givenPackage(admin, await buildPackage({ title: 'Held together', parts: 3 }))
  const courses: TortureCourse[] = []
  for (let number = 0; number < of.courses; number++) {
    const steps = [pageStep('Before'), packageStep('The package', packageId), pageStep('After')]
    const course = await givenCourse(admin, { title: `Course ${number}`, steps, rule: { rule: {}, everyone: true } })
    const [firstPage = '', pack = '', lastPage = ''] = course.steps
    courses.push({ courseId: course.id, firstPage, package: pack, lastPage })
  }
  return { admin, learners, courses }
}
