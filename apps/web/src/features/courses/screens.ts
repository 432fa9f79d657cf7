import { api } from '@learnt/contract'
import type { PageNotes, Screens } from '../../testing/screens.ts'

export const screens: Screens = async ({ admin }) => {
  const { items } = await admin.call(api.courses.list, { query: { search: 'Information security', limit: 1 } })
  if (!items[0]) throw new Error('The demonstration has no course about information security')
  const { id } = items[0]
  const route = '/apps/admin/courses/:courseId'
  return [
    { name: 'course-editor', as: 'admin', route, address: `/apps/admin/courses/${id}` },
    { name: 'course-editor-people', as: 'admin', route, address: `/apps/admin/courses/${id}?tab=people` },
    { name: 'course-preview', as: 'admin', route: `${route}/preview`, address: `/apps/admin/courses/${id}/preview` },
    {
      name: 'course-classic',
      as: 'admin',
      route: '/apps/admin/old/courses/:courseId',
      address: `/apps/admin/old/courses/${id}`,
    },
  ]
}

export const notes: PageNotes = {
  '/apps/admin/courses/:courseId': {
    missing:
      'activity kinds page, video, audio, document, link, SCORM, form, quiz, event; LTI, xAPI and cmi5 are not there',
  },
}
