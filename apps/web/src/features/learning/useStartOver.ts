import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

/** Begins one's own course again, after a question, and goes to its first step. */
export function useStartOver(): {
  startOver: (course: { userCourseId: string; title: string }) => void
  isBusy: boolean
} {
  const { t } = useTranslation('cycles')
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const navigate = useNavigate()
  const send = useSend(api.cycles.startOver, {
    outdates: ['learning', 'catalogues', 'pathways'],
    onSuccess: ({ userCourseId }) => void navigate({ to: paths.course(userCourseId) }),
    onError: (error) => {
      showToast({ variant: 'error', text: problemText(problems, error) })
      // another window may have begun it, or its author no longer allows it: the page says how things are
      void client.invalidateQueries({ queryKey: ['learning'] })
      void client.invalidateQueries({ queryKey: ['catalogues'] })
    },
  })
  const startOver = async ({ userCourseId, title }: { userCourseId: string; title: string }) => {
    const isMeant = await confirm({
      title: t('startOver.title', { title }),
      text: t('startOver.text'),
      confirmLabel: t('startOver.button'),
    })
    if (isMeant) send.mutate({ params: { userCourseId } })
  }
  return { startOver: (course) => void startOver(course), isBusy: send.isPending }
}
