// Ways through a form. Without schemas: pages of learners load this file.
import type { Field, FormContent, FormPage, FormSection } from './content.ts'

/** Every field in the order of reading. */
export function fieldsOf(form: Pick<FormContent, 'pages'>): Field[] {
  return form.pages.flatMap((page) => page.sections.flatMap((section) => section.fields))
}

export interface PlacedField {
  readonly field: Field
  readonly page: FormPage
  readonly section: FormSection
  /** Numbers of page, section and field, from 0. */
  readonly at: readonly [page: number, section: number, field: number]
  /** Place in the content, as errors of the server name it: `pages.0.sections.1.fields.2`. */
  readonly path: string
}

/** Every field with the place where it stands. */
export function placedFields(form: Pick<FormContent, 'pages'>): PlacedField[] {
  return form.pages.flatMap((page, p) =>
    page.sections.flatMap((section, s) =>
      section.fields.map((field, f) => ({
        field,
        page,
        section,
        at: [p, s, f] as const,
        path: `pages.${p}.sections.${s}.fields.${f}`,
      })),
    ),
  )
}

/** The form with every field replaced by what `change` makes of it; an empty list leaves it out. */
export function mapFields(form: FormContent, change: (field: Field) => readonly Field[]): FormContent {
  return {
    ...form,
    pages: form.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({ ...section, fields: section.fields.flatMap((one) => change(one)) })),
    })),
  }
}
