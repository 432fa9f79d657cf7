import { api } from '@learnt/contract'
import { writableStates } from '@learnt/contract/forms/submission-states'
import type { PageNotes, Screen, Screens } from '../../testing/screens.ts'

/** A form of the learner's before, while and after it is filled in, and a submission as administrator and manager mark it. */
export const screens: Screens = async ({ learner, manager, admin }) => {
  const { items } = await learner.call(api.forms.mine, { query: { limit: 50 } })
  const open = items.find((form) => form.state !== 'notstarted' && writableStates.includes(form.state)) ?? items[0]
  const done = items.find((form) => form.attemptsMade > 0 && form !== open) ?? open
  if (!open || !done) throw new Error('The demonstration has no form')
  const own = (name: string, route: string, address: string): Screen => ({ name, as: 'learner', route, address })
  const [all, theirs] = await Promise.all([
    admin.call(api.forms.list, { query: { limit: 50, status: ['published'] } }),
    manager.call(api.forms.manager.waiting, { query: { limit: 1 } }),
  ])
  const theirOwn = await manager.call(api.forms.manager.list, { query: { limit: 1 } })
  const managersForm =
    theirOwn.items[0] ??
    (await manager.call(api.forms.manager.create, { body: { title: 'After the shift', category: '' } }))
  const formId = all.items[0]?.id
  const managed: Screen[] = [
    { name: 'form-editor', as: 'admin', route: '/apps/admin/form/:formId', address: `/apps/admin/form/${formId}` },
    {
      name: 'form-analytics',
      as: 'admin',
      route: '/apps/admin/formAnalytics/:formId',
      address: `/apps/admin/formAnalytics/${formId}`,
    },
    {
      name: 'manager-form-editor',
      as: 'manager',
      route: '/apps/manager/form/:formId',
      address: `/apps/manager/form/${managersForm.id}`,
    },
    {
      name: 'manager-form-analytics',
      as: 'manager',
      route: '/apps/manager/formAnalytics/:formId',
      address: `/apps/manager/formAnalytics/${theirs.items[0]?.formId ?? formId}`,
    },
  ]
  const marked: Screen[] = []
  for (const { id } of all.items) {
    const page = await admin.call(api.forms.submissions, { params: { documentId: id }, query: { limit: 1 } })
    const [one] = page.items
    if (!one) continue
    marked.push(
      {
        name: 'form-submissions',
        as: 'admin',
        route: '/apps/admin/formSubmissions/:formId',
        address: `/apps/admin/formSubmissions/${id}`,
      },
      {
        name: 'form-submission',
        as: 'admin',
        route: '/apps/admin/formSubmission/:submissionId',
        address: `/apps/admin/formSubmission/${one.id}`,
      },
    )
    break
  }
  const [one] = theirs.items
  if (one) {
    marked.push(
      {
        name: 'manager-form-submissions',
        as: 'manager',
        route: '/apps/manager/formSubmissions/:formId',
        address: `/apps/manager/formSubmissions/${one.formId}`,
      },
      {
        name: 'manager-form-submission',
        as: 'manager',
        route: '/apps/manager/formSubmission/:submissionId',
        address: `/apps/manager/formSubmission/${one.id}`,
      },
    )
  }
  return [
    own('form', '/apps/myforms/:formId/:formHandle?', `/apps/myforms/${open.formId}`),
    own('form-fill', '/apps/form/:formId/:formHandle?', `/apps/form/${open.formId}`),
    own('form-answers', '/apps/myformsubmissions/:formId/:formHandle?', `/apps/myformsubmissions/${done.formId}`),
    ...managed,
    ...marked,
  ]
}

export const notes: PageNotes = {
  '/apps/myforms': {
    remark:
      'assessors and approvers who are neither manager nor administrator review with `?tab=review` and observe with `?tab=observe`',
  },
  '/apps/form/:formId/:formHandle?': {
    remark:
      'saves while the person types, waits on the device without a network, two windows, time limit; a wrong handle redirects',
  },
  '/apps/admin/formSubmissions/:formId': { remark: 'the oldest first; many decided at once; CSV' },
  '/apps/admin/formSubmission/:submissionId': {
    remark: 'marks, comments, competent or not, questions to be done again; next and previous by N and P',
  },
  '/apps/admin/formAnalytics/:formId': { remark: 'kept as answers arrive; by version; a wrong key is corrected here' },
  '/apps/admin/question-bank': { remark: 'versions, where used, corrected keys, import and export as JSON' },
}
