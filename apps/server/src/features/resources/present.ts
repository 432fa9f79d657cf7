import type { OwnResource, ResourceCard, ResourceReader } from '@learnt/contract/resources'
import type { Ctx } from '../../platform/context.ts'
import { presentExtension } from '../assignments/queries.ts'
import { type FileRow, imageUrl, presentFile } from '../files/queries.ts'
import type { OwnResourceRow, ResourceCardRow } from './queries/own-resources.ts'
import type { ReaderRow } from './queries/readers.ts'

export function presentResourceCard(ctx: Ctx, row: ResourceCardRow): ResourceCard {
  return {
    resourceId: row.documentId,
    assignmentId: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    tags: row.tags,
    image: imageUrl(ctx, row.imageFileId),
    type: row.subtype,
    isOptional: row.isOptional,
    state: row.state,
    minutes: row.minutes,
    dueAt: row.dueAt?.toISOString() ?? null,
    dueState: row.dueState,
    assignedAt: row.assignedAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    isLocked: row.isLocked,
  }
}

/** A locked one comes without its file and address. */
export function presentOwnResource(ctx: Ctx, row: OwnResourceRow, file: FileRow | undefined): OwnResource {
  return {
    ...presentResourceCard(ctx, row),
    versionNumber: row.versionNumber,
    publishedAt: row.publishedAt.toISOString(),
    file: row.waitsFor || !file ? null : presentFile(ctx, file),
    url: row.waitsFor ? '' : row.content.url,
    waitsFor: row.waitsFor,
    extension: presentExtension(row.extension),
  }
}

export function presentReader(row: ReaderRow): ResourceReader {
  return {
    assignmentId: row.assignmentId,
    userId: row.userId,
    name: row.name,
    email: row.email,
    state: row.state,
    versionNumber: row.versionNumber,
    opened: row.opened,
    downloads: row.downloads,
    firstOpenedAt: row.firstOpenedAt?.toISOString() ?? null,
    lastOpenedAt: row.lastOpenedAt?.toISOString() ?? null,
    completedAt: row.completedAt?.toISOString() ?? null,
  }
}
