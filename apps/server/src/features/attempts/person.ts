import { emptied, gone, type PersonTables, within } from '../../platform/person-tables.ts'

/** What happened to which object, with score and times: neither the actor, nor what was typed, nor what a package added. */
const statementWithoutWords = `(select coalesce(jsonb_object_agg(e.key, case e.key when 'result' then e.value - 'response' - 'extensions' else e.value end), '{}')
  from jsonb_each(t.body) e where e.key in ('id', 'verb', 'object', 'result', 'timestamp', 'stored', 'version'))`

export const personTables: PersonTables = {
  attempts: {
    copy: { file: 'attempts.json', without: ['epoch', 'acked_epoch'], order: 't.started_at, t.id' },
    wordless: ['state', 'current_sco'],
  },
  attemptScos: {
    rows: within('attempts', 'attempt_id'),
    copy: {
      file: 'attempt-parts.json',
      without: ['acked_epoch', 'acked_seq', 'visit_epoch', 'visit'],
      order: 't.attempt_id, t.sco_id',
    },
    erased: [emptied('learning', { cmi: `'{}'` })],
    wordless: ['sco_id', 'status', 'status_before'],
  },
  runtimeCalls: {
    rows: within('attempts', 'attempt_id'),
    copy: { file: 'package-calls.ndjson', order: 't.attempt_id, t.epoch, t.n' },
    erased: [gone('learning')],
  },
  statements: {
    copy: { file: 'statements.ndjson', order: 't.stored, t.id' },
    erased: [emptied('learning', { body: statementWithoutWords })],
    isCounted: true,
    wordless: ['verb', 'object_id'],
  },
}
