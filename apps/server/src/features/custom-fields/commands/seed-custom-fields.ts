import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { json, type WriteTx } from '../../../platform/db/database.ts'

const fields = [
  { field: 'custom1', names: { en: 'Contract', de: 'Vertrag', ar: 'العقد' } },
  { field: 'custom2', names: { en: 'Shift', de: 'Schicht', ar: 'الوردية' } },
] as const

/** The words that people have become the choices. A field that nobody has stays without a name. */
export async function seedCustomFields(ctx: Ctx, tx: WriteTx): Promise<void> {
  for (const [at, { field, names }] of fields.entries()) {
    const { rows } = await sql<{ value: string }>`
      select value from memberships, unnest(${sql.ref(field)}) value group by 1 order by count(*) desc, 1`.execute(tx)
    if (rows.length === 0) continue
    await tx
      .insertInto('customFields')
      .values({
        field,
        names: json(names),
        kind: 'choices',
        choices: rows.map((row) => row.value),
        isRequired: false,
        personAccess: 'see',
        managerAccess: 'see',
        administratorAccess: 'edit',
        place: at + 1,
        inList: false,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .execute()
  }
}
