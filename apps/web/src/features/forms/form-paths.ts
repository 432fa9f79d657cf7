import { handleOf } from '../../routes/handle.ts'

const part = (value: string) => encodeURIComponent(value)
const end = (title: string) => {
  const handle = handleOf(title)
  return handle ? `/${part(handle)}` : ''
}

/** Addresses of the pages of forms, which nothing outside of them links to: the first pages need not load them. */
export const formPaths = {
  mine: '/apps/myforms',
  review: '/apps/myforms?tab=review',
  reviewOne: (submissionId: string) => `/apps/myforms?tab=review&submission=${part(submissionId)}`,
  one: (formId: string, title = '') => `/apps/myforms/${part(formId)}${end(title)}`,
  fill: (formId: string, title = '') => `/apps/form/${part(formId)}${end(title)}`,
  submissions: (formId: string, title = '', submissionId = '') =>
    `/apps/myformsubmissions/${part(formId)}${end(title)}${submissionId ? `?submission=${part(submissionId)}` : ''}`,
  results: '/apps/myresults/forms',
  /** `as`: administrators see everybody, managers their own people. */
  queue: (as: 'admin' | 'manager', formId: string) => `/apps/${as}/formSubmissions/${part(formId)}`,
  analytics: (as: 'admin' | 'manager', formId: string) => `/apps/${as}/formAnalytics/${part(formId)}`,
  submission: (as: 'admin' | 'manager', submissionId: string) => `/apps/${as}/formSubmission/${part(submissionId)}`,
}
