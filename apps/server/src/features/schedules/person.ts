import { by, type Erased, gone, own, type PersonTables, userOf } from '../../platform/person-tables.ts'

export const personTables: PersonTables = {
  schedules: {
    rows: by('owner_id'),
    copy: { file: 'schedules.json', order: 't.created_at, t.id' },
    erased: [gone('profile')],
    isCounted: true,
  },
  scheduleReceivers: {
    copy: { file: 'received-reports.json', order: 't.schedule_id' },
    erased: [gone('profile', (of) => `${own(of)} or ${ofOwn(of)}`)],
  },
  scheduleRuns: { rows: ofOwn, erased: [gone('profile')] },
}

function ofOwn(of: Erased): string {
  return `t.schedule_id in (select x.id from schedules x where x.owner_id = ${userOf(of)})`
}
