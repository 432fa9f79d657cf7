import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Activity, type CompletionRule, type CourseContent, usualLanding } from '@learnt/contract/courses'
import { noReset } from '@learnt/contract/cycles'
import type { FilePurpose } from '@learnt/contract/files'
import { type PublicationState, publicationRank } from '@learnt/contract/states'
import { sql } from 'kysely'
import { cleanContent, detailsOf } from '../src/features/courses/content.ts'
import { stepsOfBundle, storeSteps } from '../src/features/documents/commands/store-steps.ts'
import { storeFile } from '../src/features/files/commands.ts'
import type { FileRow } from '../src/features/files/queries.ts'
import { importPackage } from '../src/features/packages/commands.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import type { FileStore } from '../src/platform/files/store.ts'
import { deterministicId } from '../src/platform/ids.ts'
import { mintTenantId } from '../src/platform/tenant-id.ts'
import { mediaIn } from './html.ts'
import type { MediaPath } from './media.ts'
import { buildScormPackage } from './scorm-builder.ts'
import type { DemoActivity, DemoBundle, DemoCourse } from './shapes.ts'

/** How one tenant offers a course. */
export interface Offer {
  state: 'published' | 'draft' | 'unpublished' | 'archived'
  createdAt: Date
  publishedAt: Date | null
}

const mediaFolder = join(import.meta.dirname, 'media')

/** Ids are made from tenant and name, so that seeding the same tenant again makes the same objects. */
export function idOf(tenantId: string, ...name: string[]): string {
  return deterministicId('demo', tenantId, ...name)
}

/** Stores the files that the courses need; existing ones stay. */
export async function seedFiles(
  ctx: Ctx,
  courses: readonly DemoCourse[],
  bundles: readonly DemoBundle[],
): Promise<void> {
  const wanted = new Map<MediaPath, FilePurpose>()
  for (const bundle of bundles) wanted.set(bundle.cover, 'image')
  for (const course of courses) {
    wanted.set(course.cover, 'image')
    for (const activity of activitiesOf(course)) {
      if (activity.kind === 'page') for (const path of mediaIn(activity.html)) wanted.set(path, 'image')
      if (activity.kind === 'document') wanted.set(activity.media, 'document')
      if (activity.kind === 'video' || activity.kind === 'audio') {
        wanted.set(activity.media, activity.kind)
        for (const captions of activity.captions) wanted.set(captions.media, 'captions')
      }
    }
  }
  const stored = storedIn.get(ctx.services.files) ?? new Map<MediaPath, FileRow>()
  storedIn.set(ctx.services.files, stored)
  for (const [path, purpose] of wanted) {
    const fileId = idOf(ctx.actor.tenantId, 'file', path)
    const fitted = stored.get(path)
    stored.set(
      path,
      fitted
        ? await copyFile(ctx, fileId, fitted)
        : await storeFile(ctx, { path: join(mediaFolder, path), name: basename(path), purpose, fileId }),
    )
  }
}

/**
 * By store, the media that a tenant has already: each picture is converted once, and the next tenant gets the same
 * bytes.
 */
const storedIn = new WeakMap<FileStore, Map<MediaPath, FileRow>>()

async function copyFile(ctx: Ctx, fileId: string, from: FileRow): Promise<FileRow> {
  const { files } = ctx.services
  const source = mintTenantId(from.tenantId)
  const contents = [
    from.sha256,
    ...Object.values(from.variants as Record<string, { sha256: string }>).map((variant) => variant.sha256),
  ]
  for (const sha256 of contents) await files.put(ctx.actor.tenantId, await files.open(source, sha256))
  const { tenantId: _, ...row } = from
  await ctx.write((tx) =>
    tx
      .insertInto('files')
      .values({ ...row, id: fileId, variants: json(from.variants), createdBy: ctx.actor.userId, createdAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return from
}

/** Builds the packages and imports them like uploads; returns their ids by activity. */
export async function seedPackages(ctx: Ctx, courses: readonly DemoCourse[]): Promise<Map<string, string>> {
  const packages = new Map<string, string>()
  const folder = await mkdtemp(join(tmpdir(), 'learnt-demo-'))
  try {
    for (const course of courses) {
      for (const activity of activitiesOf(course)) {
        if (activity.kind !== 'scorm') continue
        const path = join(folder, `${course.slug}-${activity.key}.zip`)
        await writeFile(path, await buildScormPackage(activity.package))
        const file = await storeFile(ctx, {
          path,
          name: activity.fileName,
          purpose: 'package',
          fileId: idOf(ctx.actor.tenantId, 'package', course.slug, activity.key),
        })
        const { packageId } = await importPackage(ctx, file)
        packages.set(`${course.slug}/${activity.key}`, packageId)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return packages
}

export function courseIdOf(tenantId: string, slug: string): string {
  return idOf(tenantId, 'course', slug)
}

export function versionIdOf(tenantId: string, slug: string): string {
  return idOf(tenantId, 'version', slug)
}

export function activityIdOf(tenantId: string, slug: string, key: string): string {
  return idOf(tenantId, 'activity', slug, key)
}

export async function seedCourse(
  tx: WriteTx,
  ctx: Ctx,
  course: DemoCourse,
  offer: Offer,
  packages: ReadonlyMap<string, string>,
): Promise<void> {
  const { tenantId } = ctx.actor
  const file = (path: MediaPath) => idOf(tenantId, 'file', path)
  const content: CourseContent = cleanContent({
    title: course.title,
    description: course.description,
    category: course.category,
    tags: course.tags,
    imageFileId: file(course.cover),
    sequential: false,
    courseIds: [],
    reset: course.reset ?? noReset,
    mayStartOver: course.mayStartOver ?? false,
    landing: { ...usualLanding, html: course.start ?? '' },
    prerequisites: [],
    sections: course.sections.map((section, s) => ({
      id: idOf(tenantId, 'section', course.slug, String(s)),
      title: section.title,
      activities: section.activities.map((activity) =>
        makeActivity(
          activity,
          activityIdOf(tenantId, course.slug, activity.key),
          file,
          packages.get(`${course.slug}/${activity.key}`) ?? null,
        ),
      ),
    })),
  })
  await insertCourse(tx, ctx, { slug: course.slug, content, isBundle: false, offer })
}

export async function seedBundle(
  tx: WriteTx,
  ctx: Ctx,
  bundle: DemoBundle,
  offer: Offer,
  minutes: number,
): Promise<void> {
  const { tenantId } = ctx.actor
  const content: CourseContent = {
    title: bundle.title,
    description: bundle.description,
    category: bundle.category,
    tags: bundle.tags,
    imageFileId: idOf(tenantId, 'file', bundle.cover),
    sequential: false,
    sections: [],
    courseIds: bundle.courses.map((slug) => courseIdOf(tenantId, slug)),
    reset: noReset,
    mayStartOver: false,
    landing: usualLanding,
    prerequisites: [],
  }
  await insertCourse(tx, ctx, { slug: bundle.slug, content, isBundle: true, offer, minutes })
}

async function insertCourse(
  tx: WriteTx,
  ctx: Ctx,
  of: { slug: string; content: CourseContent; isBundle: boolean; offer: Offer; minutes?: number },
): Promise<void> {
  const { tenantId, userId } = ctx.actor
  const { content, offer } = of
  const courseId = courseIdOf(tenantId, of.slug)
  const versionId = versionIdOf(tenantId, of.slug)
  const publishedAt = offer.state === 'draft' ? null : (offer.publishedAt ?? offer.createdAt)
  const status: PublicationState = offer.state
  await tx
    .insertInto('documents')
    .values({
      ...detailsOf(content, of.minutes ?? 0),
      id: courseId,
      isBundle: of.isBundle,
      status,
      statusRank: publicationRank[status],
      statusBefore: status === 'archived' ? 'published' : null,
      revision: 1,
      createdBy: userId,
      createdAt: offer.createdAt,
      updatedAt: publishedAt ?? offer.createdAt,
      publishedAt,
    })
    .execute()
  await tx
    .insertInto('documentVersions')
    .values({
      id: versionId,
      documentId: courseId,
      content: json(content),
      number: publishedAt ? 1 : null,
      createdAt: offer.createdAt,
      publishedAt,
      publishedBy: publishedAt ? userId : null,
    })
    .execute()
  if (publishedAt) await sql`select keep_activities(${versionId})`.execute(tx)
  await tx
    .updateTable('documents')
    .set(publishedAt ? { publishedVersionId: versionId } : { draftVersionId: versionId })
    .where('id', '=', courseId)
    .execute()
  if (publishedAt && of.isBundle)
    await storeSteps(tx, { documentId: courseId, versionId, ...stepsOfBundle(content.courseIds) })
}

function makeActivity(
  activity: DemoActivity,
  id: string,
  file: (path: MediaPath) => string,
  packageId: string | null,
): Activity {
  const base = {
    id,
    title: activity.title,
    description: '',
    minutes: activity.minutes,
    completion: activity.completion as CompletionRule,
  }
  const captions = (list: { language: string; label: string; media: MediaPath }[]) =>
    list.map((one) => ({ fileId: file(one.media), language: one.language, label: one.label }))
  switch (activity.kind) {
    case 'page':
      return {
        ...base,
        kind: 'page',
        html: activity.html.replace(
          /<img src="demo-media:([^"]+)"/g,
          (_, path: MediaPath) => `<img data-file-id="${file(path)}"`,
        ),
      }
    case 'video':
    case 'audio':
      return {
        ...base,
        kind: activity.kind,
        fileId: file(activity.media),
        captions: captions(activity.captions),
        transcript: activity.transcript,
      }
    case 'document':
      return { ...base, kind: 'document', fileId: file(activity.media) }
    case 'link':
      return { ...base, kind: 'link', url: activity.url }
    case 'scorm':
      return { ...base, kind: 'scorm', packageId }
  }
}

export function activitiesOf(course: DemoCourse): DemoActivity[] {
  return course.sections.flatMap((section) => section.activities)
}
