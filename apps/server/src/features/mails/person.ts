import { gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  mails: {
    copy: {
      file: 'mails.json',
      without: ['html_body', 'link_id', 'link_code', 'reason_detail', 'sending_since'],
      order: 't.created_at, t.id',
    },
    erased: [gone('messages')],
    isCounted: true,
  },
}
