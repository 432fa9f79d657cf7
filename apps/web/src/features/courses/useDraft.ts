import { type Course, CourseContent } from '@learnt/contract/courses'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { installFieldMessages } from '../../ui/form/messages.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatClock } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { readBackup, writeBackup } from './backup.ts'
import { type Backup, type DraftKeeper, type DraftState, keepDraft, type Stored } from './draft.ts'
import { same } from './same.ts'

export interface Draft {
  state: DraftState
  keeper: DraftKeeper
  /** Words of an earlier visit that belong to an older revision: the person decides about them. */
  found: Backup | null
  forget: () => void
}

export const storedOf = (course: Course): Stored => ({
  content: course.content,
  revision: course.revision,
  status: course.status,
})

/** The draft of a course, kept saved while the page is open; asks before it is left with unsaved words. */
export function useDraft(course: Course): Draft {
  const { t, i18n } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const { userId } = useMe()
  const courseId = course.id
  const [{ keeper, early }] = useState(() => {
    installFieldMessages(i18n)
    const made = keepDraft(storedOf(course), {
      send: ({ revision, content }, key) =>
        call(api.courses.saveDraft, { params: { courseId }, body: { revision, content } }, { idempotencyKey: key }),
      load: async () => storedOf(await call(api.courses.get, { params: { courseId } })),
      check: (content) => {
        const checked = CourseContent.safeParse(content)
        return checked.success
          ? []
          : checked.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
      },
      explain: (error, fields) => (fields > 0 ? t('saving.fields', { count: fields }) : problemText(problems, error)),
      keep: (backup) => writeBackup(courseId, userId, backup),
      newKey,
    })
    const kept = readBackup(courseId, userId)
    return { keeper: made, early: kept && !same(kept.content, course.content) ? kept : null }
  })
  const [found, setFound] = useState(early && early.revision !== course.revision ? early : null)
  const state = useSyncExternalStore(keeper.listen, keeper.read)

  useEffect(() => {
    keeper.start()
    return () => keeper.stop()
  }, [keeper])
  useEffect(() => {
    if (!early || early.revision !== keeper.read().revision || keeper.read().dirty) return
    keeper.edit(() => early.content)
    showToast({ variant: 'info', text: t('saving.restored', { time: formatClock(new Date(early.at), i18n.language) }) })
  }, [early, keeper, t, i18n.language])
  // what is needed while the server is away has to be here before
  useEffect(() => {
    void import('../../ui/ConfirmDialog.tsx').catch(() => {})
    const timer = setTimeout(() => void import('../../ui/RichTextEditor.tsx').catch(() => {}), 2000)
    return () => clearTimeout(timer)
  }, [])
  // answers that came for another reason: somebody else saved, published, withdrew
  useEffect(() => {
    const before = keeper.read().revision
    keeper.hear(storedOf(course))
    if (keeper.read().revision > before) showToast({ variant: 'info', text: t('saving.theirsShown') })
  }, [keeper, course, t])
  // the first save after a publication changes the state, and with it what can be done
  const { status, revision } = state
  useEffect(() => {
    if (status !== course.status)
      void client.invalidateQueries({ queryKey: queryOf(api.courses.get, { params: { courseId } }).queryKey })
    if (revision !== course.revision)
      void client.invalidateQueries({ queryKey: ['courses', 'list'], refetchType: 'none' })
  }, [status, revision, course.status, course.revision, client, courseId])

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || !keeper.read().dirty) return false
      if (await keeper.flush()) return false
      return !(await confirm({
        title: t('common:form.leave'),
        text: t('saving.leaveText'),
        confirmLabel: t('common:form.leaveYes'),
        cancelLabel: t('common:form.stay'),
        danger: true,
      }))
    },
    enableBeforeUnload: () => keeper.read().dirty,
  })
  return {
    state,
    keeper,
    found,
    forget: () => {
      setFound(null)
      writeBackup(courseId, userId, null)
    },
  }
}
