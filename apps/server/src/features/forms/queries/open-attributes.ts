import type { FormContent } from '@learnt/contract/forms/content'
import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/database.ts'
import type { FieldReader } from '../../../platform/rule-uses.ts'
import type { ContentProblem } from '../../documents/kind.ts'

/** Levels that choose who approves by an attribute that the person edits: nobody chooses who approves for them. */
export async function findOpenAttributes(tx: ReadTx, { settings }: FormContent): Promise<ContentProblem[]> {
  const named = settings.levels.flatMap(({ who, title }, at) =>
    who.by === 'table' ? [{ path: `settings.levels.${at}.who`, attribute: who.attribute, title: title.text }] : [],
  )
  if (named.length === 0) return []
  const open = await tx
    .selectFrom('customFields')
    .select('field')
    .where('personAccess', '=', 'edit')
    .where(
      'field',
      'in',
      named.map((one) => one.attribute),
    )
    .execute()
  return named
    .filter(({ attribute }) => open.some((one) => one.field === attribute))
    .map(({ path, title }) => ({ path, code: 'attributeOpen', title }))
}

/** Forms that choose an approver by the field. */
export const formsReading: FieldReader = (field) => sql`
  select d.title from documents d join document_versions v on v.id in (d.published_version_id, d.draft_version_id)
  where d.type = 'form' and jsonb_path_exists(v.content, '$.** ? (@.by == "table" && @.attribute == $field)', ${JSON.stringify({ field })}::jsonb)`
