import type { Field, FormContent } from '@learnt/contract/forms/content'
import { mapFields } from '@learnt/contract/forms/walk'

/** The form of an attempt: drawn questions stand in the place of what drew them. */
export function withDrawn(form: FormContent, drawn: Readonly<Record<string, Field[]>> | null): FormContent {
  if (drawn === null) return form
  return mapFields(form, (field) => (field.kind === 'draw' ? (drawn[field.key] ?? []) : [field]))
}
