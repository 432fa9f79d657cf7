import type { FoundColleagues } from '@learnt/contract/colleagues'
import type { AnswerOfKind, AskedKind, FileAnswer } from '@learnt/contract/forms/answers'
import type { AskedField, FieldOf, FormText } from '@learnt/contract/forms/content'
import { createContext, useContext } from 'react'

/** What the view of one kind of field is given. Label, help and complaint stand around it, in FieldFrame. */
export interface FieldProps<K extends AskedKind> {
  field: FieldOf<K>
  answer: AnswerOfKind[K] | undefined
  /** Null takes the answer back. */
  onChange: (answer: AnswerOfKind[K] | null) => void
  /** Somebody leaves the field: from now on its complaints are said. */
  onLeave: () => void
  isRequired: boolean
  hasError: boolean
  /** Id of the element that takes the focus. */
  id: string
  labelId: string
  describedBy: string | undefined
}

/** What a renderer asks of the page around it. What is absent cannot be done there, as in a preview. */
export interface FormServices {
  /** Signed address of a picture or video of the form, or of an uploaded answer; '' while there is none. */
  fileAddress: (fileId: string) => string
  upload?: (field: string, file: File, onProgress: (percent: number) => void) => Promise<FileAnswer>
  findPeople?: (search: string, signal: AbortSignal) => Promise<FoundColleagues>
}

export interface FillingContext {
  services: FormServices
  /** BCP 47, of the texts that the author wrote. */
  language: string
  /** A text of the author in the reader's language, with earlier answers in it. */
  say: (text: FormText) => string
  sayHtml: (html: FormText) => string
  /** Who signs in a field. */
  nameOf: (field: AskedField) => string
  /** Of a heading inside of a page. */
  heading: 'h2' | 'h3'
}

const Context = createContext<FillingContext | null>(null)
export const FillingProvider = Context.Provider

export function useFilling(): FillingContext {
  const found = useContext(Context)
  if (!found) throw new Error('A field stands outside of a form')
  return found
}
