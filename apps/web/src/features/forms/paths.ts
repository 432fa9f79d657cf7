import { part } from '../../routes/paths.ts'

/** Addresses of pages that only this feature leads to. */
export const formPaths = {
  adminForms: '/apps/admin/forms',
  managerForms: '/apps/manager/forms',
  managerFormEditor: (formId: string) => `/apps/manager/form/${part(formId)}`,
} as const
