import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { FilePurpose } from '@learnt/contract/files'
import { publicationRank } from '@learnt/contract/states'
import { sql } from 'kysely'
import { storeFile } from '../src/features/files/commands.ts'
import { createPermission } from '../src/features/permissions/commands/save-permission.ts'
import { newResource, resourceKind } from '../src/features/resources/kind.ts'
import type { Ctx } from '../src/platform/context.ts'
import { json, type WriteTx } from '../src/platform/db/database.ts'
import { type DemoResource, demoResources } from './resources.ts'
import { idOf } from './seed-content.ts'

const day = 86_400_000

/** Stores the files of the resources, before the transaction, like all files; existing ones stay. */
export async function seedResourceFiles(ctx: Ctx): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'learnt-demo-'))
  try {
    for (const { slug, type, content } of demoResources) {
      if ('url' in content) continue
      const made = 'make' in content
      const path = made ? join(folder, `${slug}-${content.name}`) : join(import.meta.dirname, 'media', content.media)
      if (made) await writeFile(path, await content.make())
      const purpose: FilePurpose = type === 'image' || type === 'audio' || type === 'video' ? type : 'document'
      await storeFile(ctx, {
        path,
        name: made ? content.name : basename(content.media),
        purpose,
        fileId: fileIdOf(ctx, slug),
      })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The resources in every state, assigned to everybody by rules, and read by some. */
export async function seedResources(ctx: Ctx, tx: WriteTx, endDate: Date): Promise<void> {
  for (const resource of demoResources) {
    const publishedAt = new Date(endDate.getTime() - resource.publishedDaysAgo * day)
    const document = await insertResource(ctx, tx, resource, publishedAt)
    if (resource.state !== 'published') continue
    await createPermission(ctx, tx, document, {
      documentType: 'resource',
      documentId: document.id,
      title: 'Everybody',
      status: 'active',
      isOptional: resource.dueDays === undefined,
      request: null,
      rule: { rule: {}, groups: [], audiences: [], everyone: true },
      due: resource.dueDays === undefined ? { kind: 'none' } : { kind: 'after', days: resource.dueDays },
    })
    await readBySome(ctx, tx, document, {
      publishedAt,
      endDate,
      isSeen: resource.type === 'link' || resource.type === 'image',
    })
  }
}

async function insertResource(ctx: Ctx, tx: WriteTx, resource: DemoResource, publishedAt: Date) {
  const { tenantId, userId } = ctx.actor
  const { slug, title, description, category, tags, minutes, type, state } = resource
  const [id, versionId] = [idOf(tenantId, 'resource', slug), idOf(tenantId, 'resource-version', slug)]
  const content = {
    ...newResource({
      title,
      category,
      type,
      fileId: 'url' in resource.content ? null : fileIdOf(ctx, slug),
      url: 'url' in resource.content ? resource.content.url : '',
    }),
    description,
    tags,
    minutes,
    language: 'en',
  }
  const isDraft = state === 'draft'
  const createdAt = new Date(publishedAt.getTime() - 5 * day)
  await tx
    .insertInto('documents')
    .values({
      ...resourceKind.details(content, new Map()),
      id,
      type: 'resource',
      status: state,
      statusRank: publicationRank[state],
      statusBefore: state === 'archived' ? 'published' : null,
      ...(isDraft ? { draftVersionId: versionId } : { publishedVersionId: versionId, publishedAt }),
      revision: 1,
      createdBy: userId,
      createdAt,
      updatedAt: isDraft ? createdAt : publishedAt,
    })
    .execute()
  await tx
    .insertInto('documentVersions')
    .values({
      id: versionId,
      documentId: id,
      content: json(content),
      createdAt,
      ...(isDraft ? {} : { number: 1, publishedAt, publishedBy: userId }),
    })
    .execute()
  return { id, type: 'resource' as const, title, versionId }
}

/**
 * As if assigned at publication: about half have read it, some only opened it. The ids decide who, so that another
 * seeding makes the same.
 */
async function readBySome(
  ctx: Ctx,
  tx: WriteTx,
  document: { id: string; versionId: string },
  of: { publishedAt: Date; endDate: Date; isSeen: boolean },
): Promise<void> {
  const chance = sql`(('x' || substr(md5(a.id::text), 1, 4))::bit(16)::int / 65536.0)`
  await sql`
    with lot as (
      select a.id, ${chance} as chance, ${of.publishedAt}::timestamptz as given_at,
        ${of.publishedAt}::timestamptz + (${of.endDate}::timestamptz - ${of.publishedAt}::timestamptz) * ${chance} as opened_at
      from assignments a where a.document_id = ${document.id}
    ),
    given as (
      select lot.*, case when chance < 0.5 or (${of.isSeen} and chance < 0.65) then 'completed' when chance < 0.65 then 'inprogress' else 'notstarted' end as state from lot
    ),
    moved as (
      update assignments a set
        assigned_at = g.given_at, state = g.state, progress = case g.state when 'completed' then 100 else 0 end,
        activities_done = case g.state when 'completed' then 1 else 0 end,
        due_at = a.due_at + (g.given_at - a.assigned_at), due_day = a.due_day + (g.given_at::date - a.assigned_at::date),
        started_at = case when g.state <> 'notstarted' then g.opened_at end,
        completed_at = case when g.state = 'completed' then g.opened_at + interval '4 minutes' end,
        last_activity_at = case when g.state <> 'notstarted' then g.opened_at end,
        version_id = case when g.state <> 'notstarted' then ${document.versionId}::uuid end,
        seconds = case when g.state <> 'notstarted' then 60 + (g.chance * 300)::int else 0 end
      from given g where a.id = g.id
    )
    insert into resource_reads (assignment_id, version_id, opened, downloads, first_opened_at, last_opened_at, read_at)
    select id, ${document.versionId}, 1 + (chance * 5)::int, case when chance < 0.2 then 1 else 0 end, opened_at, opened_at,
      case when state = 'completed' then opened_at + interval '4 minutes' end
    from given where state <> 'notstarted'`.execute(tx)
  await tx
    .updateTable('permissions')
    .set({ createdAt: of.publishedAt, updatedAt: of.publishedAt, updatedBy: ctx.actor.userId })
    .where('documentId', '=', document.id)
    .execute()
}

function fileIdOf(ctx: Ctx, slug: string): string {
  return idOf(ctx.actor.tenantId, 'resource-file', slug)
}
