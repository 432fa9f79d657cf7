import type { CourseContent } from '@learnt/contract/courses'
import type { Ctx } from '../../../platform/context.ts'
import type { WriteTx } from '../../../platform/db/database.ts'
import { refuse } from '../../documents/commands/change-document.ts'
import { findUnknownFiles, findWrongPrerequisites } from '../../documents/commands/check-named.ts'
import type { ContentProblem, Named } from '../../documents/kind.ts'
import { listVideoHosts } from '../../video-hosts/queries.ts'
import {
  cleanContent,
  eventReferences,
  fileReferences,
  findContradictions,
  findForeignVideos,
  findPagesOfTooManyTags,
  formReferences,
  hasVideos,
  packageReferences,
} from '../content.ts'
import { listFormsOfSteps, listPackages } from '../queries.ts'

/**
 * The content as it may be stored. Throws `invalid-input` with the place of everything that
 * contradicts itself or names what this tenant does not have.
 */
export async function checkContent(
  ctx: Ctx,
  tx: WriteTx,
  course: { id: string; isBundle: boolean },
  given: CourseContent,
  children: Named,
): Promise<CourseContent> {
  refuse(ctx, 'body.content', 'courses', findPagesOfTooManyTags(given))
  const content = cleanContent(given)
  const problems: ContentProblem[] = findContradictions(content, course)
  const packages = packageReferences(content)
  const [unknownFiles, foundPackages, videoHosts] = await Promise.all([
    findUnknownFiles(ctx, tx, course, fileReferences(content)),
    listPackages(
      tx,
      packages.map((one) => one.packageId),
    ),
    hasVideos(content) ? listVideoHosts(ctx, tx) : [],
  ])

  problems.push(...findForeignVideos(content, videoHosts), ...unknownFiles)
  const known = new Set(foundPackages.map((one) => one.id))
  for (const { path, packageId, title } of packages)
    if (!known.has(packageId)) problems.push({ path, code: 'packageUnknown', title })
  problems.push(...(await findUnfitForms(tx, content)))
  for (const { path, eventId, title } of eventReferences(content))
    if (children.get(eventId)?.type !== 'event') problems.push({ path, code: 'eventUnknown', title })
  content.courseIds.forEach((id, i) => {
    const child = children.get(id)
    if (child?.type !== 'course') problems.push({ path: `courseIds.${i}`, code: 'childUnknown', title: '' })
    else if (child.isBundle && id !== course.id)
      problems.push({ path: `courseIds.${i}`, code: 'childBundle', title: child.title })
  })
  problems.push(...findWrongPrerequisites(course.id, content, children))
  refuse(ctx, 'body.content', 'courses', problems)
  return content
}

/** Forms that this tenant does not have, or whose answers cannot count for a step: nobody knows whose they are, or somebody else gives them. */
async function findUnfitForms(tx: WriteTx, content: CourseContent): Promise<ContentProblem[]> {
  const references = formReferences(content)
  if (references.length === 0) return []
  const forms = new Map(
    (
      await listFormsOfSteps(
        tx,
        references.map((one) => one.formId),
      )
    ).map((form) => [form.id, form]),
  )
  return references.flatMap(({ path, formId, activity: { title } }): ContentProblem[] => {
    const form = forms.get(formId)
    const code = !form
      ? 'formUnknown'
      : form.isAnonymous
        ? 'formAnonymous'
        : form.filledBy === 'assessor'
          ? 'formByAssessor'
          : null
    return code ? [{ path: `${path}.formId`, code, title }] : []
  })
}
