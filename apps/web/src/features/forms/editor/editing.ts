import type { Field, FormContent } from '@learnt/contract/forms/content'
import { createContext, useContext } from 'react'
import type { FieldErrors } from '../../documents/field-errors.ts'
import type { FormActions } from './useFormActions.ts'

/** What every part of the editor of a form works with. */
export interface FormEditing {
  form: FormContent
  edit: (change: (form: FormContent) => FormContent) => void
  editField: (key: string, change: Readonly<Record<string, unknown>>) => void
  errors: FieldErrors
  locked: boolean
  actions: FormActions
  /** The language whose texts are written: that of the form, or a translation. */
  language: string | null
  /** The key of the page, section or field whose properties are open. */
  selected: string | null
  select: (key: string | null) => void
  /** What a field is called: its label, or its number and kind. */
  nameOf: (field: Field) => string
  /** Copies a question into the bank; null: the person has no way there. */
  toBank: ((field: Field) => void) | null
}

/** Changes parts of one field. */
export type SetField = (change: Readonly<Record<string, unknown>>) => void

const FormEditingContext = createContext<FormEditing | null>(null)
export const FormEditingProvider = FormEditingContext.Provider

export function useFormEditing(): FormEditing {
  const editing = useContext(FormEditingContext)
  if (!editing) throw new Error('useFormEditing stands outside of the editor of a form')
  return editing
}
