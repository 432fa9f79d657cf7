import type { Activity, ActivityKind, Course } from '@learnt/contract/courses'
import { cutText } from '@learnt/contract/cut-text'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { showUndo } from '../../ui/toasts.ts'
import { moveItem } from '../documents/move-item.ts'
import {
  addActivity,
  changeActivity,
  findActivity,
  findPlace,
  moveActivity,
  neighbourOf,
  newActivity,
  newSection,
  type Place,
  removeActivity,
} from './content.ts'
import { type Editing, useEditing } from './editing.ts'

export type Outline = ReturnType<typeof useOutline>

/** What can be done with the order of a course; every move is also said aloud (`said`). */
export function useOutline(select: (item: string | null, focus?: boolean) => void) {
  const { t } = useTranslation(['courses', 'common'])
  const editing = useEditing()
  const now = useRef<Editing>(editing)
  now.current = editing
  const open = useRef(select)
  open.current = select
  const [said, setSaid] = useState('')

  const actions = useMemo(() => {
    const sectionName = (at: number) =>
      now.current.content.sections[at]?.title || t('outline.sectionNumber', { number: at + 1 })
    const say = (words: string) => setSaid(words)
    const placeText = (name: string, to: Place) =>
      t('outline.moved', { name, section: sectionName(to.section), position: to.index + 1 })
    const move = (activityId: string, to: Place) => {
      const activity = findActivity(now.current.content, activityId)
      if (!activity) return
      now.current.edit((content) => ({ ...content, sections: moveActivity(content.sections, activityId, to) }))
      say(placeText(activity.title, to))
    }
    return {
      placeText,
      add(kind: ActivityKind, sectionId?: string | null, afterId?: string) {
        const activity = newActivity(kind, t(`kinds.${kind}.untitled`))
        now.current.edit((content) => addActivity(content, activity, sectionId, afterId))
        say(t('outline.added', { name: activity.title }))
        open.current(activity.id, true)
      },
      /** Copies stand behind each other, under ids of their own; their files and packages are shared. */
      addCopies(steps: readonly Activity[], from: Course, sectionId?: string | null) {
        const copies = steps.map((step) => ({ ...structuredClone(step), id: crypto.randomUUID() }))
        for (const file of from.files) now.current.rememberFile(file)
        for (const one of from.packages) now.current.rememberPackage(one)
        now.current.edit((content) => copies.reduce((grown, copy) => addActivity(grown, copy, sectionId), content))
        say(t('copySteps.copied', { count: copies.length }))
        open.current(copies[0]?.id ?? null)
      },
      addSection() {
        const section = newSection()
        now.current.edit((content) => ({ ...content, sections: [...content.sections, section] }))
        say(t('outline.sectionAdded'))
        requestAnimationFrame(() =>
          document.querySelector<HTMLElement>(`[data-field="section/${section.id}/title"] input`)?.focus(),
        )
      },
      move,
      step(activityId: string, way: 'up' | 'down') {
        const to = neighbourOf(now.current.content.sections, activityId, way)
        if (to) move(activityId, to)
      },
      toSection(activityId: string, section: number) {
        move(activityId, { section, index: now.current.content.sections[section]?.activities.length ?? 0 })
      },
      moveSection(from: number, to: number) {
        const { sections } = now.current.content
        if (to < 0 || to >= sections.length || from === to) return
        const name = sectionName(from)
        now.current.edit((content) => ({ ...content, sections: moveItem(content.sections, from, to) }))
        say(t('common:sortable.dropped', { name, position: to + 1, count: sections.length }))
      },
      duplicate(activity: Activity) {
        const copy = {
          ...structuredClone(activity),
          id: crypto.randomUUID(),
          title: cutText(t('outline.copyOf', { title: activity.title }), 200),
        }
        const place = findPlace(now.current.content.sections, activity.id)
        const section = place && now.current.content.sections[place.section]
        now.current.edit((content) => addActivity(content, copy, section?.id, activity.id))
        open.current(copy.id, true)
      },
      remove(activity: Activity) {
        const { sections } = now.current.content
        const place = findPlace(sections, activity.id)
        if (!place) return
        const sectionId = sections[place.section]?.id
        const steps = sections.flatMap((section) => section.activities)
        const at = steps.findIndex((one) => one.id === activity.id)
        now.current.edit((content) => removeActivity(content, activity.id))
        open.current((steps[at + 1] ?? steps[at - 1])?.id ?? null)
        showUndo(t('outline.removed', { name: activity.title }), t('common:actions.undo'), () =>
          now.current.edit((content) => {
            if (findActivity(content, activity.id)) return changeActivity(content, activity)
            const back = addActivity(content, activity, sectionId)
            const at = back.sections.findIndex((section) => section.id === sectionId)
            return at < 0
              ? back
              : { ...back, sections: moveActivity(back.sections, activity.id, { section: at, index: place.index }) }
          }),
        )
      },
      async removeSection(at: number) {
        const section = now.current.content.sections[at]
        if (!section) return
        const count = section.activities.length
        if (count > 0) {
          const yes = await confirm({
            title: t('outline.removeSectionTitle', { name: sectionName(at) }),
            text: t('outline.removeSectionText', { count }),
            confirmLabel: t('outline.removeSection'),
            danger: true,
          })
          if (!yes) return
        }
        const name = sectionName(at)
        now.current.edit((content) => ({
          ...content,
          sections: content.sections.filter((one) => one.id !== section.id),
        }))
        open.current(null)
        showUndo(t('outline.removed', { name }), t('common:actions.undo'), () =>
          now.current.edit((content) =>
            content.sections.some((one) => one.id === section.id)
              ? content
              : { ...content, sections: [...content.sections.slice(0, at), section, ...content.sections.slice(at)] },
          ),
        )
      },
      renameSection(sectionId: string, title: string) {
        now.current.edit((content) => ({
          ...content,
          sections: content.sections.map((section) => (section.id === sectionId ? { ...section, title } : section)),
        }))
      },
      sectionName,
      say,
    }
  }, [t])
  return { ...actions, said }
}
