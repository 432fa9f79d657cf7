import type { NamedDocument } from '@learnt/contract/documents'
import type { PathwayContent, PathwayStep } from '@learnt/contract/pathways'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { showUndo } from '../../ui/toasts.ts'
import { moveItem } from '../documents/move-item.ts'
import { addStep, findPlace, moveStep, neighbourOf, newSection, newStep, type Place, removeStep } from './content.ts'

export type Outline = ReturnType<typeof useSections>

interface OutlineOf {
  content: PathwayContent
  edit: (change: (content: PathwayContent) => PathwayContent) => void
  titleOf: (documentId: string) => string
}

/** What can be done with the order of a pathway; every move is also said aloud (`said`). */
export function useSections(of: OutlineOf) {
  const { t } = useTranslation(['pathwayEditor', 'common'])
  const now = useRef(of)
  now.current = of
  const [said, setSaid] = useState('')

  const actions = useMemo(() => {
    const edit: OutlineOf['edit'] = (change) => now.current.edit(change)
    const sections = () => now.current.content.sections
    const sectionName = (at: number) => sections()[at]?.title || t('sections.number', { number: at + 1 })
    const nameOf = (step: PathwayStep) => now.current.titleOf(step.documentId)
    const placeText = (name: string, to: Place) =>
      t('sections.moved', { name, section: sectionName(to.section), position: to.index + 1 })
    const move = (step: PathwayStep, to: Place) => {
      edit((content) => ({ ...content, sections: moveStep(content.sections, step.id, to) }))
      setSaid(placeText(nameOf(step), to))
    }
    return {
      sectionName,
      nameOf,
      placeText,
      move,
      add(document: NamedDocument, sectionId: string) {
        edit((content) => addStep(content, newStep(document), sectionId))
        setSaid(t('step.added', { name: document.title }))
      },
      addSection() {
        const section = newSection()
        edit((content) => ({ ...content, sections: [...content.sections, section] }))
        setSaid(t('sections.added'))
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`[data-field="section/${section.id}/title"] input`)?.focus(),
        )
      },
      step(step: PathwayStep, way: 'up' | 'down') {
        const to = neighbourOf(sections(), step.id, way)
        if (to) move(step, to)
      },
      toSection(step: PathwayStep, section: number) {
        move(step, { section, index: sections()[section]?.steps.length ?? 0 })
      },
      moveSection(from: number, to: number) {
        const count = sections().length
        if (to < 0 || to >= count || from === to) return
        const name = sectionName(from)
        edit((content) => ({ ...content, sections: moveItem(content.sections, from, to) }))
        setSaid(t('common:sortable.dropped', { name, position: to + 1, count }))
      },
      remove(step: PathwayStep) {
        const place = findPlace(sections(), step.id)
        const sectionId = place && sections()[place.section]?.id
        edit((content) => removeStep(content, step.id))
        showUndo(t('step.removed', { name: nameOf(step) }), t('common:actions.undo'), () =>
          edit((content) =>
            findPlace(content.sections, step.id)
              ? content
              : addStep(content, step, sectionId ?? undefined, place?.index),
          ),
        )
      },
      async removeSection(at: number) {
        const section = sections()[at]
        if (!section) return
        const name = sectionName(at)
        const count = section.steps.length
        if (count > 0) {
          const yes = await confirm({
            title: t('sections.removeTitle', { name }),
            text: t('sections.removeText', { count }),
            confirmLabel: t('sections.remove'),
            danger: true,
          })
          if (!yes) return
        }
        edit((content) => ({ ...content, sections: content.sections.filter((one) => one.id !== section.id) }))
        showUndo(t('sections.removed', { name }), t('common:actions.undo'), () =>
          edit((content) =>
            content.sections.some((one) => one.id === section.id)
              ? content
              : { ...content, sections: content.sections.toSpliced(at, 0, section) },
          ),
        )
      },
    }
  }, [t])
  return { ...actions, said }
}
