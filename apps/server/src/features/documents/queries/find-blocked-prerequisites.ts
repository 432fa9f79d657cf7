import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { BaseContent, ContentProblem, DocumentKindRules, Named } from '../kind.ts'
import type { DocumentRecord } from '../queries.ts'

/** Longer circles than this are not looked for; nobody builds them. */
const furthest = 100

/**
 * Prerequisites that could never be met: the document's own steps, and documents that wait for it, directly or through
 * others. The publisher must hold the rules' lock: of two documents published at once, the second then sees the first.
 */
export async function findBlockedPrerequisites<Content extends BaseContent>(
  tx: ReadTx,
  kind: Pick<DocumentKindRules<Content>, 'steps'>,
  document: Pick<DocumentRecord, 'id' | 'isBundle'>,
  content: Content,
  named: Named,
): Promise<ContentProblem[]> {
  const prerequisites = content.prerequisites ?? []
  const steps = kind.steps(content, document, named)?.steps ?? []
  const stepIds = new Set(steps.map((step) => step.documentId))
  const own = prerequisites.flatMap((id, i): ContentProblem[] =>
    stepIds.has(id)
      ? [{ path: `prerequisites.${i}`, code: 'prerequisiteIsStep', title: named.get(id)?.title ?? '' }]
      : [],
  )
  const required = steps.filter((step) => step.isRequired).map((step) => step.documentId)
  const circle = await findCircle(tx, document.id, [...prerequisites, ...required])
  if (!circle) return own
  const first = prerequisites.indexOf(circle[0] ?? '')
  const titles = await listTitles(tx, circle)
  return [
    ...own,
    {
      path: first < 0 ? 'prerequisites' : `prerequisites.${first}`,
      code: 'prerequisiteCircle',
      title: [content.title, ...circle.slice(0, -1).map((id) => titles.get(id) ?? ''), content.title].join(' → '),
    },
  ]
}

/** The shortest way from what a document needs back to itself, level by level; null: there is none. */
async function findCircle(tx: ReadTx, documentId: string, needs: readonly string[]): Promise<string[] | null> {
  const cameFrom = new Map<string, string | null>()
  let level = [...new Set(needs)]
  for (const id of level) cameFrom.set(id, null)
  for (let depth = 0; depth < furthest && level.length > 0; depth++) {
    const { rows } = await sql<{ id: string; needs: string }>`
      select d.id, before.id as needs from documents d cross join unnest(d.prerequisites) before(id)
      where d.id = any(${level}::uuid[]) and d.published_version_id is not null and d.prerequisites <> '{}'
      union
      select d.id, s.step_document_id from documents d join document_steps s on s.version_id = d.published_version_id and s.is_required
      where d.id = any(${level}::uuid[])`.execute(tx)
    const next: string[] = []
    for (const row of rows) {
      if (row.needs === documentId) return [...wayTo(row.id, cameFrom), documentId]
      if (cameFrom.has(row.needs)) continue
      cameFrom.set(row.needs, row.id)
      next.push(row.needs)
    }
    level = next
  }
  return null
}

function wayTo(id: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = []
  for (let one: string | null = id; one !== null; one = cameFrom.get(one) ?? null) way.unshift(one)
  return way
}

async function listTitles(tx: ReadTx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.selectFrom('documents').select(['id', 'title']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.title]))
}
