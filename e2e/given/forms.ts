import { api } from '@learnt/contract'
import type { Field, FormKind, FormSettings } from '@learnt/contract/forms/content'
import { newForm, newPage } from '@learnt/contract/forms/new-form'
import { newText } from '@learnt/contract/forms/texts'
import type { Caller } from './calls.ts'
import { onlyPosition } from './courses.ts'

/** A published form as an administrator makes it, by the API, for people with the position; a page for each list of fields. */
export async function givenForm(
  admin: Caller,
  of: { title: string; kind: FormKind; position: string; pages: Field[][]; settings?: Partial<FormSettings> },
): Promise<string> {
  const { title, kind, position, pages, settings } = of
  const form = await admin.call(api.forms.create, { body: { title, kind } })
  const base = newForm(kind, title)
  const content = {
    ...form.content,
    settings: { ...base.settings, ...settings },
    pages: pages.map((fields, at) => ({ ...newPage(fields), title: newText(`Page ${at + 1}`) })),
  }
  const params = { documentId: form.id }
  const { revision } = await admin.call(api.forms.saveDraft, { params, body: { revision: form.revision, content } })
  await admin.call(api.forms.publish, { params, body: { revision } })
  await admin.call(api.permissions.create, {
    body: { documentType: 'form', documentId: form.id, title: position, rule: onlyPosition(position) },
  })
  return form.id
}
