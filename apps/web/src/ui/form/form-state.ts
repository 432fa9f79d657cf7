import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { type FieldPath, type FieldValues, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { problemText } from '../problem-text.ts'
import { showToast } from '../toasts.ts'
import { installFieldMessages } from './messages.ts'

/** A form over a schema of the contract: errors come at the field, the first one gets the focus. */
export function useAppForm<Schema extends z.ZodType<FieldValues, FieldValues>>(
  schema: Schema,
  options: Omit<UseFormProps<z.input<Schema>, unknown, z.output<Schema>>, 'resolver'>,
): UseFormReturn<z.input<Schema>, unknown, z.output<Schema>> {
  const { i18n } = useTranslation('problems')
  useEffect(() => installFieldMessages(i18n), [i18n])
  return useForm<z.input<Schema>, unknown, z.output<Schema>>({
    mode: 'onTouched',
    shouldFocusError: true,
    ...options,
    resolver: zodResolver(schema as never) as never,
  })
}

interface FieldProblem {
  path: string
  message: string
}

/**
 * Puts the complaints of a refused save at their fields (`body.administrator.email` → `administrator.email`) and
 * focuses the first; what belongs to no field of the form is said in a toast. `known` tells whether a path is a field.
 */
export function useServerErrors<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError' | 'getValues'>,
) {
  const { t } = useTranslation('problems')
  return (error: unknown): void => {
    const complaints = (error as { errors?: readonly FieldProblem[] }).errors ?? []
    let focused = false
    const homeless: string[] = []
    for (const complaint of complaints) {
      const path = fieldOf(form.getValues(), complaint.path.replace(/^body\.?/, ''))
      if (path === null) {
        homeless.push(complaint.message)
        continue
      }
      form.setError(
        path as FieldPath<Values>,
        { type: 'server', message: complaint.message },
        { shouldFocus: !focused },
      )
      focused = true
    }
    if (!focused || homeless.length > 0) {
      showToast({ variant: 'error', text: homeless.length > 0 ? homeless.join(' ') : problemText(t, error) })
    }
  }
}

/** The form's field for a complaint: the path itself, or the list that it points into (`tags.2` belongs to `tags`). */
function fieldOf(values: object, path: string): string | null {
  let node: unknown = values
  const walked: string[] = []
  for (const part of path.split('.')) {
    if (Array.isArray(node) && !node.some((item) => typeof item === 'object')) return walked.join('.')
    if (typeof node !== 'object' || node === null || !(part in node)) return null
    node = (node as Record<string, unknown>)[part]
    walked.push(part)
  }
  return walked.join('.')
}
