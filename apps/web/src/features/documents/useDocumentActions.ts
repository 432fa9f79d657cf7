import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { outdatedBy } from './asks.ts'
import type { EditedDocument, KindPages, ListedDocument } from './kind.ts'

export type DocumentActions = ReturnType<typeof useDocumentActions>

/** Withdraw, archive, restore, discard, duplicate: what can be taken back is done at once with ten seconds to undo. */
export function useDocumentActions(kind: KindPages, onChanged?: (document: EditedDocument) => void) {
  const { t } = useTranslation(['documents', 'common'])
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const { calls } = kind
  const outdates = outdatedBy(kind)
  const options = {
    outdates,
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  }
  const ofStatus = {
    outdates,
    onError: (error: Error) =>
      showToast({ variant: 'error', text: t('done.statusFailed', { detail: problemText(problems, error) }) }),
  }
  const archive = useSend(calls.archive, ofStatus)
  const restore = useSend(calls.restore, ofStatus)
  const withdraw = useSend(calls.withdraw, ofStatus)
  const publish = useSend(calls.publish, ofStatus)
  const discard = useSend(calls.discard, options)
  const duplicate = useSend(calls.duplicate, options)
  const undo = t('common:actions.undo')
  const undone = (document: EditedDocument) => {
    onChanged?.(document)
    showToast({ variant: 'info', text: t('common:toast.undone') })
  }
  const paramsOf = (document: Pick<ListedDocument, 'id'>) => ({ params: kind.paramsOf(document.id) })

  return {
    busy: archive.isPending || restore.isPending || withdraw.isPending || discard.isPending || duplicate.isPending,
    archive(document: Pick<ListedDocument, 'id' | 'title'>) {
      archive.mutate(paramsOf(document), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showUndo(t('done.archived', { title: document.title }), undo, () =>
            restore.mutate(paramsOf(document), { onSuccess: undone }),
          )
        },
      })
    },
    restore(document: Pick<ListedDocument, 'id' | 'title'>) {
      restore.mutate(paramsOf(document), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showUndo(t('done.restored', { title: document.title }), undo, () =>
            archive.mutate(paramsOf(document), { onSuccess: undone }),
          )
        },
      })
    },
    async withdraw(document: Pick<ListedDocument, 'id' | 'title' | 'status' | 'availability'>) {
      const people = document.availability.required + document.availability.optional
      const yes = await confirm({
        title: t('withdraw.title', { title: document.title }),
        text: people > 0 ? t('withdraw.text', { count: people }) : t('withdraw.textNobody'),
        confirmLabel: t('actions.withdraw'),
        danger: true,
      })
      if (!yes) return
      withdraw.mutate(paramsOf(document), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          const text = t('done.withdrawn', { title: document.title })
          // with a draft beside it, bringing it back would publish the draft too
          if (document.status !== 'published') return showToast({ variant: 'success', text })
          showUndo(text, undo, () =>
            publish.mutate({ ...paramsOf(document), body: { revision: changed.revision } }, { onSuccess: undone }),
          )
        },
      })
    },
    async discard(document: Pick<ListedDocument, 'id' | 'title'>) {
      const yes = await confirm({
        title: t('discard.title'),
        text: t('discard.text', { title: document.title }),
        confirmLabel: t('actions.discard'),
        danger: true,
      })
      if (!yes) return
      discard.mutate(paramsOf(document), {
        onSuccess: (changed) => {
          onChanged?.(changed)
          showToast({ variant: 'success', text: t('done.discarded') })
        },
      })
    },
    duplicate(document: Pick<ListedDocument, 'id' | 'title'>) {
      duplicate.mutate(
        { ...paramsOf(document), body: {} },
        {
          onSuccess: (copy) =>
            showToast({
              variant: 'success',
              text: t('done.duplicated', { title: copy.title }),
              duration: 10_000,
              action: {
                label: t('common:actions.open'),
                run: () => void navigate({ to: kind.pages.one(copy.id) }),
              },
            }),
        },
      )
    },
  }
}
