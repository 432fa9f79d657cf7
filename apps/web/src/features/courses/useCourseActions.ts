import type { Course, CourseRow } from '@learnt/contract/courses'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'

const outdates = ['courses', 'learning', 'reports', 'permissions']

/** Withdraw, archive, restore, discard, duplicate: what can be taken back is done at once with ten seconds to undo. */
export function useCourseActions(onChanged?: (course: Course) => void) {
  const { t } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const options = {
    outdates,
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  }
  const ofStatus = {
    outdates,
    onError: (error: Error) =>
      showToast({ variant: 'error', text: t('done.statusFailed', { detail: problemText(problems, error) }) }),
  }
  const archive = useSend(api.courses.archive, ofStatus)
  const restore = useSend(api.courses.restore, ofStatus)
  const withdraw = useSend(api.courses.withdraw, ofStatus)
  const publish = useSend(api.courses.publish, ofStatus)
  const discard = useSend(api.courses.discard, options)
  const duplicate = useSend(api.courses.duplicate, options)
  const undo = t('common:actions.undo')
  const undone = (course: Course) => {
    onChanged?.(course)
    showToast({ variant: 'info', text: t('common:toast.undone') })
  }
  const paramsOf = (course: Pick<CourseRow, 'id'>) => ({ params: { courseId: course.id } })

  return {
    busy: archive.isPending || restore.isPending || withdraw.isPending || discard.isPending || duplicate.isPending,
    archive(course: Pick<CourseRow, 'id' | 'title'>) {
      archive.mutate(paramsOf(course), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showUndo(t('done.archived', { title: course.title }), undo, () =>
            restore.mutate(paramsOf(course), { onSuccess: undone }),
          )
        },
      })
    },
    restore(course: Pick<CourseRow, 'id' | 'title'>) {
      restore.mutate(paramsOf(course), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showUndo(t('done.restored', { title: course.title }), undo, () =>
            archive.mutate(paramsOf(course), { onSuccess: undone }),
          )
        },
      })
    },
    async withdraw(course: Pick<CourseRow, 'id' | 'title' | 'status' | 'availability'>) {
      const people = course.availability.required + course.availability.optional
      const yes = await confirm({
        title: t('withdraw.title', { title: course.title }),
        text: people > 0 ? t('withdraw.text', { count: people }) : t('withdraw.textNobody'),
        confirmLabel: t('actions.withdraw'),
        danger: true,
      })
      if (!yes) return
      withdraw.mutate(paramsOf(course), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          const text = t('done.withdrawn', { title: course.title })
          // with a draft beside it, bringing it back would publish the draft too
          if (course.status !== 'published') return showToast({ variant: 'success', text })
          showUndo(text, undo, () =>
            publish.mutate({ ...paramsOf(course), body: { revision: changed.revision } }, { onSuccess: undone }),
          )
        },
      })
    },
    async discard(course: Pick<CourseRow, 'id' | 'title'>) {
      const yes = await confirm({
        title: t('discard.title'),
        text: t('discard.text', { title: course.title }),
        confirmLabel: t('actions.discard'),
        danger: true,
      })
      if (!yes) return
      discard.mutate(paramsOf(course), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showToast({ variant: 'success', text: t('done.discarded') })
        },
      })
    },
    duplicate(course: Pick<CourseRow, 'id' | 'title'>) {
      duplicate.mutate(
        { ...paramsOf(course), body: {} },
        {
          onSuccess: (copy) =>
            showToast({
              variant: 'success',
              text: t('done.duplicated', { title: copy.title }),
              duration: 10_000,
              action: {
                label: t('common:actions.open'),
                run: () => void navigate({ to: paths.courseEditor(copy.id) }),
              },
            }),
        },
      )
    },
  }
}
