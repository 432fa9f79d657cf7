import { by, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  stepComments: {
    rows: by('author_id'),
    copy: { file: 'step-comments.json', titleOf: 'document_id', order: 't.made_at, t.id' },
    erased: [gone('comments')],
    isCounted: true,
  },
  stepThreads: {
    copy: 'which threads of comments are resolved; the comments are in the copy, and who resolved stands in the audit entries',
  },
}
