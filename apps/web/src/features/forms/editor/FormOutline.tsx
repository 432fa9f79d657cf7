import type { FormContent } from '@learnt/contract/forms/content'
import type { FieldKind } from '@learnt/contract/forms/field-kinds'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OutlineFrame } from '../../../ui/outline/OutlineFrame.tsx'
import { findPart, moveField, type Place, placeOf } from './content.ts'
import { useFormEditing } from './editing.ts'

/** Dragging over palette and canvas: pages are put in order, fields moved, and kinds of the palette dropped. */
export function FormOutline({ children }: { children: (shown: FormContent, arrangesPages: boolean) => ReactNode }) {
  const { t } = useTranslation('formEditor')
  const { form, edit, actions, nameOf } = useFormEditing()
  return (
    <OutlineFrame
      content={form}
      groupIds={form.pages.map((page) => page.key)}
      placeOf={placeOf}
      placeIn={endOfSection}
      moved={moveField}
      onMoveGroup={actions.movePage}
      onMoveItem={(field, to) => edit((content) => moveField(content, field, to))}
      onAdd={(kind, to) => actions.add(kind as FieldKind, null, to)}
      nameOf={(id, kind) => {
        if (kind === 'new') return t(`kinds.${id as FieldKind}`)
        const part = findPart(form, id)
        if (part?.is === 'page') return actions.pageName(part.at)
        return part?.is === 'field' ? nameOf(part.field) : ''
      }}
      pickedText={(name) => t('canvas.picked', { name })}
      placeText={actions.placeText}
    >
      {children}
    </OutlineFrame>
  )
}

function endOfSection(form: FormContent, key: string): Place | null {
  const part = findPart(form, key)
  return part?.is === 'section' ? { page: part.page, section: part.at, index: part.section.fields.length } : null
}
