import type { Field, FormContent } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import { newPage } from '@learnt/contract/forms/new-form'
import { fieldsOf } from '@learnt/contract/forms/walk'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../../ui/dialogs.ts'
import { showUndo } from '../../../ui/toasts.ts'
import {
  addField,
  addSection,
  copyField,
  fieldFor,
  findPart,
  moveField,
  movePage,
  moveSection,
  neighbourOf,
  newSection,
  type Place,
  placeOf,
  removeField,
  removeSection,
} from './content.ts'

export type FormActions = ReturnType<typeof useFormActions>

interface ActionsOf {
  form: FormContent
  edit: (change: (form: FormContent) => FormContent) => void
  select: (key: string | null) => void
  nameOf: (field: Field) => string
}

/** What can be done with the order of a form; every move is also said aloud (`said`). */
export function useFormActions(of: ActionsOf) {
  const { t } = useTranslation(['formEditor', 'common'])
  const now = useRef(of)
  now.current = of
  const [said, setSaid] = useState('')

  const actions = useMemo(() => {
    const edit: ActionsOf['edit'] = (change) => now.current.edit(change)
    const form = () => now.current.form
    const pageName = (at: number) => form().pages[at]?.title.text || t('canvas.page', { number: at + 1 })
    const placeText = (name: string, to: Place) =>
      t('canvas.moved', { name, page: pageName(to.page), position: to.index + 1 })
    const move = (field: Field, to: Place) => {
      edit((content) => moveField(content, field.key, to))
      setSaid(placeText(now.current.nameOf(field), to))
    }
    /** The place after what is selected. */
    const nextPlace = (after: string | null): Place | null => {
      const part = findPart(form(), after)
      if (part?.is === 'field') return { ...part.place, index: part.place.index + 1 }
      if (part?.is === 'section') return { page: part.page, section: part.at, index: part.section.fields.length }
      if (part?.is !== 'page') return null
      const last = part.page.sections.length - 1
      return { page: part.at, section: Math.max(0, last), index: part.page.sections[last]?.fields.length ?? 0 }
    }
    const put = (field: Field, place: Place | null, words: string) => {
      edit((content) => addField(content, field, place))
      now.current.select(field.key)
      setSaid(words)
    }
    return {
      pageName,
      placeText,
      move,
      add(kind: FieldKind, after: string | null, place: Place | null = nextPlace(after)) {
        const name = t(`kinds.${kind}`)
        put(fieldFor(form(), kind), place, t('canvas.added', { name }))
      },
      insert(fields: readonly Field[], after: string | null) {
        const place = nextPlace(after)
        fields.forEach((field, at) => {
          edit((content) => addField(content, field, place && { ...place, index: place.index + at }))
        })
        now.current.select(fields[0]?.key ?? null)
        setSaid(t('canvas.addedMany', { count: fields.length }))
      },
      duplicate(field: Field) {
        const place = placeOf(form(), field.key)
        const copy = copyField(field)
        put(copy, place && { ...place, index: place.index + 1 }, t('canvas.added', { name: now.current.nameOf(field) }))
      },
      step(field: Field, way: 'up' | 'down') {
        const to = neighbourOf(form(), field.key, way)
        if (to) move(field, to)
      },
      toPage(field: Field, page: number) {
        const section = (form().pages[page]?.sections.length ?? 1) - 1
        move(field, { page, section, index: form().pages[page]?.sections[section]?.fields.length ?? 0 })
      },
      remove(field: Field) {
        const place = placeOf(form(), field.key)
        const name = now.current.nameOf(field)
        edit((content) => removeField(content, field.key))
        now.current.select(null)
        showUndo(t('canvas.removed', { name }), t('common:actions.undo'), () =>
          edit((content) => (findPart(content, field.key) ? content : addField(content, field, place))),
        )
      },
      addPage(at = form().pages.length) {
        const page = newPage()
        edit((content) => ({ ...content, pages: content.pages.toSpliced(at, 0, page) }))
        now.current.select(page.key)
        setSaid(t('canvas.pageAdded'))
      },
      movePage(from: number, to: number) {
        const count = form().pages.length
        if (to < 0 || to >= count || from === to) return
        const name = pageName(from)
        edit((content) => movePage(content, from, to))
        setSaid(t('common:sortable.dropped', { name, position: to + 1, count }))
      },
      async removePage(at: number) {
        const page = form().pages[at]
        if (!page) return
        const name = pageName(at)
        const count = page.sections.reduce((sum, section) => sum + section.fields.length, 0)
        if (count > 0) {
          const yes = await confirm({
            title: t('canvas.removePageTitle', { name }),
            text: t('canvas.removePageText', { count }),
            confirmLabel: t('canvas.removePage'),
            danger: true,
          })
          if (!yes) return
        }
        edit((content) => ({ ...content, pages: content.pages.filter((one) => one.key !== page.key) }))
        now.current.select(null)
        showUndo(t('canvas.removed', { name }), t('common:actions.undo'), () =>
          edit((content) =>
            findPart(content, page.key) ? content : { ...content, pages: content.pages.toSpliced(at, 0, page) },
          ),
        )
      },
      addSection(page: number) {
        const section = newSection()
        edit((content) => addSection(content, page, section))
        now.current.select(section.key)
        setSaid(t('canvas.sectionAdded'))
      },
      moveSection(page: number, from: number, to: number) {
        const count = form().pages[page]?.sections.length ?? 0
        if (to < 0 || to >= count) return
        edit((content) => moveSection(content, page, from, to))
        setSaid(t('common:sortable.dropped', { name: t('canvas.section'), position: to + 1, count }))
      },
      async removeSection(key: string) {
        const part = findPart(form(), key)
        if (part?.is !== 'section') return
        const { section, page, at } = part
        const name = section.title.text || t('canvas.section')
        if (section.fields.length > 0) {
          const yes = await confirm({
            title: t('canvas.removeSectionTitle', { name }),
            text: t('canvas.removePageText', { count: section.fields.length }),
            confirmLabel: t('canvas.removeSection'),
            danger: true,
          })
          if (!yes) return
        }
        edit((content) => removeSection(content, key))
        now.current.select(null)
        showUndo(t('canvas.removed', { name }), t('common:actions.undo'), () =>
          edit((content) => (findPart(content, key) ? content : addSection(content, page, section, at))),
        )
      },
      countFields: () => fieldsOf(form()).length,
    }
  }, [t])
  return { ...actions, said }
}
