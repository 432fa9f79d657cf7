import { by, gone, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  files: {
    rows: by('created_by'),
    copy: { file: 'uploads.json', without: ['variants', 'sha256'], order: 't.created_at, t.id' },
  },
  uploads: {
    copy: 'files on their way, forgotten after a day; what became a file is in uploads.json',
    erased: [gone('files')],
  },
  preparedFiles: { isContent: true },
  preparedParts: { isContent: true },
}
