import { api } from '@learnt/contract'
import type { Demonstration, PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => [
  {
    name: 'report-mail',
    as: 'admin',
    route: '/apps/report-mails/:scheduleId',
    address: `/apps/report-mails/${await findSchedule(admin)}`,
  },
  { name: 'report-mails', as: 'admin', route: '/apps/report-mails' },
]

/** The first run creates it: the demonstration itself sends no reports. */
async function findSchedule(admin: Demonstration['admin']): Promise<string> {
  const { items } = await admin.call(api.schedules.list)
  if (items[0]) return items[0].id
  const [view, people] = await Promise.all([
    admin.call(api.views.save, { body: { list: 'report-learners', name: 'Overdue people', query: 'overdue=true' } }),
    admin.call(api.schedules.people, { query: {} }),
  ])
  const receiverIds = people.items.map((one) => one.userId)
  const body = { viewId: view.id, rhythm: 'weekly' as const, weekdays: [1, 4], time: '07:30', receiverIds }
  return (await admin.call(api.schedules.create, { body })).id
}

export const notes: PageNotes = {
  '/apps/report-mails': { remark: 'reports by mail: own schedules and those received' },
  '/apps/report-mails/:scheduleId': { remark: 'opened by the link in a mail' },
}
