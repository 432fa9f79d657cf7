import type { FormContent } from '@learnt/contract/forms/content'
import { fieldsByKey } from '@learnt/contract/forms/texts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/problem-text.ts'
import { showToast } from '../../../ui/toasts.ts'
import { askDocument } from '../../documents/asks.ts'
import { formKind, managerFormKind } from '../kind.ts'
import { CorrectKeyDialog } from './CorrectKeyDialog.tsx'

/** Puts the key of a form's question right: of the question as its editor has it. */
export function CorrectFormKey(props: {
  formId: string
  fieldKey: string
  as: 'admin' | 'manager'
  onClose: () => void
}) {
  const { formId, fieldKey, as, onClose } = props
  const { t: problems } = useTranslation('problems')
  const found = useQuery(askDocument(as === 'admin' ? formKind : managerFormKind, formId))
  const field = found.data ? fieldsByKey(found.data.content as unknown as FormContent).get(fieldKey) : undefined
  const { error } = found
  useEffect(() => {
    if (!error) return
    showToast({ variant: 'error', text: problemText(problems, error) })
    onClose()
  }, [error, problems, onClose])
  if (!found.data || !field) return null
  return <CorrectKeyDialog field={field} files={found.data.files} of={{ documentId: formId }} onClose={onClose} />
}
