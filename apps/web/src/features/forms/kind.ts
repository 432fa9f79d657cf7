import { documentKinds } from '@learnt/contract/document-kinds'
import type { FormContent } from '@learnt/contract/forms/content'
import { api } from '../../api/operations.ts'
import type { DocumentCalls, EditedDocument, KindPages } from '../documents/kind.ts'
import { formPaths } from './paths.ts'

export type FormDocument = EditedDocument<FormContent>

/** Forms as a kind of document. */
export const formKind: KindPages = {
  type: 'form',
  part: 'forms',
  calls: api.forms as unknown as DocumentCalls,
  paramsOf: (documentId) => ({ documentId }),
  pages: documentKinds.form.admin,
  nameOf: () => 'form',
}

/** The same over the forms that a manager has made. */
export const managerFormKind: KindPages = {
  ...formKind,
  part: 'forms.manager',
  calls: api.forms.manager as unknown as DocumentCalls,
  pages: { list: formPaths.managerForms, one: formPaths.managerFormEditor },
}
