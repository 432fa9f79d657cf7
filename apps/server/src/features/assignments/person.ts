import { emptied, type PersonTables, within } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  assignments: {
    copy: { file: 'assignments.json', without: ['changed_day'], titleOf: 'document_id', order: 't.assigned_at, t.id' },
    wordless: ['document_type', 'state', 'cycle_reason'],
  },
  assignmentSources: {
    copy: {
      file: 'assignment-sources.json',
      without: ['granted_by'],
      order: 't.granted_at, t.assignment_id, t.kind, t.source_id',
    },
    wordless: ['kind'],
  },
  causes: { copy: { file: 'causes.json', order: 't.at, t.id' }, wordless: ['kind', 'document_type', 'state'] },
  earlierSources: {
    copy: {
      file: 'earlier-sources.json',
      without: ['granted_by'],
      order: 't.granted_at, t.assignment_id, t.kind, t.source_id',
    },
    wordless: ['kind'],
  },
  seenVersions: {
    rows: within('assignments', 'assignment_id'),
    copy: { file: 'seen-versions.json', order: 't.assignment_id, t.from_at' },
  },
  assignmentDays: {
    copy: { file: 'assignment-days.json', order: 't.assignment_id, t.from_day' },
    wordless: ['state', 'document_type'],
  },
  activityProgress: {
    rows: within('assignments', 'assignment_id'),
    copy: { file: 'activities.json', without: ['changed_day'], order: 't.assignment_id, t.activity_id' },
    erased: [emptied('learning', { position: 'null' })],
    wordless: ['state'],
  },
  activityDays: {
    rows: within('assignments', 'assignment_id'),
    copy: { file: 'activity-days.json', order: 't.assignment_id, t.activity_id, t.from_day' },
    wordless: ['state'],
  },
  learnerDueRollups: { copy: 'counted from the assignments, which are in the copy' },
  learnerRollups: { copy: 'counted from the assignments, which are in the copy' },
  progressDeltas: {
    copy: 'changes of assignments on their way into the counts, folded within seconds',
    wordless: ['state', 'document_type'],
  },
}
