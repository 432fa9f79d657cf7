import type { StoredFile } from '@learnt/contract/files'
import type { Field } from '@learnt/contract/forms/content'
import { newForm } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/problem-text.ts'
import { type Editing, EditingProvider } from '../../documents/editing.ts'
import type { FieldErrors } from '../../documents/field-errors.ts'
import { createUploads } from '../../documents/uploads.ts'
import { changeField, nameOfField } from '../editor/content.ts'
import { type FormEditing, FormEditingProvider } from '../editor/editing.ts'

/** One question outside of any form, for the parts of the editor that work on a field of one. */
export function QuestionEditing(props: {
  field: Field
  onChange: (field: Field) => void
  errors: FieldErrors
  locked?: boolean
  files?: readonly StoredFile[]
  children: ReactNode
}) {
  const { field, onChange, errors, locked = false, files, children } = props
  const { t } = useTranslation('problems')
  const { t: words } = useTranslation('common')
  const [added, setAdded] = useState<readonly StoredFile[]>([])
  const uploads = useMemo(
    () => createUploads({ lost: words('files.lost'), failed: (error) => problemText(t, error) }),
    [t, words],
  )
  useEffect(() => () => uploads.stop(), [uploads])
  const form = useMemo(
    () => ({
      ...newForm('quiz', ''),
      pages: [
        {
          key: 'page',
          title: newText(),
          showIf: null,
          jumps: [],
          sections: [{ key: 'section', title: newText(), showIf: null, fields: [field] }],
        },
      ],
    }),
    [field],
  )
  const edit: FormEditing['edit'] = (change) => {
    const [next] = fieldsOf(change(form))
    if (next) onChange(next)
  }
  const editing = {
    form,
    edit,
    editField: (key, change) => edit((content) => changeField(content, key, change)),
    errors,
    locked,
    actions: {} as FormEditing['actions'],
    language: null,
    selected: field.key,
    select: () => {},
    nameOf: nameOfField,
    toBank: null,
  } satisfies FormEditing
  const document = {
    errors,
    locked,
    findFile: (fileId: string | null) => [...(files ?? []), ...added].find((file) => file.id === fileId),
    rememberFile: (file: StoredFile) => setAdded((before) => [...before, file]),
    uploads,
  } as unknown as Editing
  return (
    <EditingProvider value={document}>
      <FormEditingProvider value={editing}>{children}</FormEditingProvider>
    </EditingProvider>
  )
}
