import type { CustomField } from '@learnt/contract/custom-fields'
import type { ReadTx, Row } from '../../../platform/db/database.ts'

/** The fields to which the tenant has given a name and a kind, in their order. */
export async function readCustomFields(tx: ReadTx): Promise<CustomField[]> {
  const rows = await tx.selectFrom('customFields').selectAll().orderBy('place').orderBy('field').execute()
  return rows.map(customFieldOf)
}

export function customFieldOf(row: Row<'customFields'>): CustomField {
  return {
    field: row.field as CustomField['field'],
    names: row.names as CustomField['names'],
    kind: row.kind as CustomField['kind'],
    choices: row.choices,
    isRequired: row.isRequired,
    access: {
      person: row.personAccess as CustomField['access']['person'],
      manager: row.managerAccess as CustomField['access']['manager'],
      administrator: row.administratorAccess as CustomField['access']['administrator'],
    },
    place: row.place,
    inList: row.inList,
    revision: row.revision,
  }
}
