import { emptied, gone, named, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  certificates: {
    copy: { file: 'certificates.json', without: ['revoked_by', 'pdf_sha256'], order: 't.issued_at, t.id' },
    erased: [
      emptied('certificates', (of) => ({
        ...named('holder_name')(of),
        revoke_reason: `''`,
        pdf_sha256: 'null',
        pdf_size: 'null',
        pdf_locale: 'null',
      })),
    ],
    madeAt: 't.issued_at',
    isCounted: true,
    wordless: ['serial', 'document_type', 'title'],
  },
  outsideCertificates: {
    copy: { file: 'outside-certificates.json', without: ['decided_by'], order: 't.created_at, t.id' },
    erased: [gone('outsideCertificates')],
    madeAt: 't.created_at',
    isCounted: true,
  },
  certificateRules: { copy: 'rules of the tenant; that the person changed them stands in the audit entries' },
  certificateTemplates: {
    copy: 'content of the tenant; that the person made it stands in the audit entries',
    isContent: true,
  },
  certificateTemplateVersions: {
    copy: 'content of the tenant; that the person changed it stands in the audit entries',
    isContent: true,
  },
}
