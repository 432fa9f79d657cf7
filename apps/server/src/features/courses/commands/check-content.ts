import type { CourseContent } from '@learnt/contract/courses'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/problem.ts'
import { listFiles } from '../../files/queries.ts'
import {
  type ContentProblem,
  cleanContent,
  fileReferences,
  findContradictions,
  findPagesOfTooManyTags,
  packageReferences,
} from '../content.ts'
import { type ChildCourse, listChildren, listPackages } from '../queries.ts'

/**
 * The content as it may be stored, and the courses that it names. Throws `invalid-input` with the place of everything that
 * contradicts itself or names what this tenant does not have.
 */
export async function checkContent(
  ctx: Ctx,
  tx: WriteTx,
  course: { id: string; isBundle: boolean },
  given: CourseContent,
): Promise<{ content: CourseContent; children: Map<string, ChildCourse> }> {
  refuse(ctx, 'body.content', 'courses', findPagesOfTooManyTags(given))
  const content = cleanContent(given)
  const problems = findContradictions(content, course)
  const files = fileReferences(content)
  const packages = packageReferences(content)
  const [foundFiles, foundPackages, foundChildren] = await Promise.all([
    listFiles(
      tx,
      files.map((one) => one.fileId),
    ),
    listPackages(
      tx,
      packages.map((one) => one.packageId),
    ),
    listChildren(tx, content.courseIds),
  ])

  const fileOf = new Map(foundFiles.map((file) => [file.id, file]))
  for (const { path, fileId, title, fits } of files) {
    const file = fileOf.get(fileId)
    if (!file) problems.push({ path, code: 'fileUnknown', title })
    else if (!fits(file.contentType)) problems.push({ path, code: 'fileKind', title })
  }
  const known = new Set(foundPackages.map((one) => one.id))
  for (const { path, packageId, title } of packages)
    if (!known.has(packageId)) problems.push({ path, code: 'packageUnknown', title })
  const children = new Map(foundChildren.map((child) => [child.id, child]))
  content.courseIds.forEach((id, i) => {
    const child = children.get(id)
    if (!child) problems.push({ path: `courseIds.${i}`, code: 'childUnknown', title: '' })
    else if (child.isBundle && id !== course.id)
      problems.push({ path: `courseIds.${i}`, code: 'childBundle', title: child.title })
  })
  refuse(ctx, 'body.content', 'courses', problems)
  return { content, children }
}

/** Throws when there is any problem; each is told at its place, in the caller's language. */
export function refuse(ctx: Ctx, at: string, section: string, problems: readonly ContentProblem[]): void {
  if (problems.length === 0) return
  throw new ProblemError('invalid-input', {
    errors: problems.map(({ path, code, title }) => ({
      path: `${at}.${path}`,
      message: title === '' ? ctx.t(`${section}.${code}`) : `${title}: ${ctx.t(`${section}.${code}`)}`,
      code,
    })),
  })
}
