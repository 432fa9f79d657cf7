import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useQueryString } from '../../lists/useQueryString.ts'
import { handleOf } from '../../routes/handle.ts'

/**
 * The form that the address names. The id decides; the words at the end are made of the title, and whatever else stands
 * there is replaced.
 */
export function useFormId(): string {
  const { formId = '' } = useParams({ strict: false }) as { formId?: string }
  return formId
}

export function useRightHandle(title: string | undefined, addressOf: (formId: string, title: string) => string): void {
  const { formId = '', formHandle = '' } = useParams({ strict: false }) as { formId?: string; formHandle?: string }
  const search = useQueryString()
  const navigate = useNavigate()
  useEffect(() => {
    if (title === undefined || handleOf(title) === formHandle) return
    void navigate({ to: addressOf(formId, title) + search, replace: true })
  }, [title, formId, formHandle, search, navigate, addressOf])
}
