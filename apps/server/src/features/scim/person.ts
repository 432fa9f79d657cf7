import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  scimPeople: {
    copy: { file: 'scim.json', without: ['token_id', 'user_name_key'], order: 't.user_id' },
    erased: [gone('profile')],
  },
  scimTokens: { copy: 'tokens of the tenant; that the person made or revoked one stands in the audit entries' },
}
