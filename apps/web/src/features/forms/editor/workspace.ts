import { FormContent } from '@learnt/contract/forms/content'
import { useTranslation } from 'react-i18next'
import { DocumentCertificate } from '../../certificates/lazy-parts.ts'
import { complaintsOf, partsOf } from '../../documents/field-errors.ts'
import type { KindWorkspace } from '../../documents/kind.ts'
import { DocumentAccess } from '../../permissions/DocumentAccess.tsx'
import { type FormDocument, formKind, managerFormKind } from '../kind.ts'
import { AdminAnswersTab, ManagerAnswersTab } from './AnswersTab.tsx'
import { changesBetween, copyContent, findPart, itemOfKey, keyOfParts, nameOfField } from './content.ts'
import { FormEditor } from './FormEditor.tsx'
import { ManagerAccess } from './ManagerAccess.tsx'

/** What the page of one form adds to that of every document. */
export const formWorkspace: KindWorkspace<FormContent, FormDocument> = {
  ...formKind,
  check: (content) => complaintsOf(FormContent.safeParse(content)),
  Access: DocumentAccess,
  Certificate: DocumentCertificate,
  Editor: FormEditor,
  changesBetween,
  copy: copyContent,
  documentsOf: (form) => form.documents ?? [],
  fieldKey: (content, path) => keyOfParts(content, partsOf(path)),
  itemOf: itemOfKey,
  nameOfField: (content, field) => {
    const part = findPart(content, field.split('/')[1] ?? null)
    if (part?.is === 'field') return nameOfField(part.field)
    return part?.is === 'page' ? part.page.title.text : null
  },
  tabs: [{ name: 'answers', Content: AdminAnswersTab }],
  hasItemPages: () => true,
  useWords: () => {
    const { t } = useTranslation('formEditor')
    return {
      problem: (code) => t(`problems.${code as 'noPages'}`, { defaultValue: '' }) || null,
      change: ({ change, title }) =>
        t(`changes.${change as 'fieldAdded'}`, { title, defaultValue: '' } as { title: string }) || null,
      tab: () => t('answers.tab'),
      field: (name) => t(`fieldNames.${name as 'minutes'}`, { defaultValue: '' }) || null,
    }
  },
}

const { Certificate: _, ...withoutCertificate } = formWorkspace

/** The same for a manager's own forms: they go to the manager's own people. */
export const managerFormWorkspace: KindWorkspace<FormContent, FormDocument> = {
  ...withoutCertificate,
  ...managerFormKind,
  Access: ManagerAccess,
  tabs: [{ name: 'answers', Content: ManagerAnswersTab }],
}
