import { by, emptied, literal, membershipsOf, named, type PersonTables } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  jobs: {
    rows: by('created_by'),
    copy: {
      // Subjects of jobs may be other people.
      file: 'jobs.json',
      without: ['subject', 'input', 'actor', 'result', 'link', 'error', 'cancel_asked', 'attempts'],
      order: 't.created_at, t.id',
    },
    erased: [emptied('log', named('created_by_name'))],
    isCounted: true,
  },
  jobRows: {
    rows: (of) => `t.subject_id = any (${membershipsOf(of)}) or t.subject_id = ${literal(of.userId)}`,
    erased: [emptied('log', named('title'))],
  },
}
