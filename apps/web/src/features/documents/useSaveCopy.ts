import { cutText } from '@learnt/contract/cut-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import type { BaseContent, EditedDocument, KindWorkspace } from './kind.ts'

/** Keeps a content as a document of its own, so that nothing of it is lost. */
export function useSaveCopy<Content extends BaseContent, Document extends EditedDocument<Content>>(
  kind: KindWorkspace<Content, Document>,
  document: Document,
  onCopied: (copy: { id: string; title: string }) => void,
) {
  const { t } = useTranslation('documents')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (content: Content) => {
      const title = cutText(t('conflict.copyTitle', { title: content.title || t('editor.untitled') }), 200)
      const made = await call(kind.calls.duplicate, { params: kind.paramsOf(document.id), body: { title } })
      await call(kind.calls.saveDraft, {
        params: kind.paramsOf(made.id),
        body: { revision: made.revision, content: kind.copy(content, title) },
      })
      return { id: made.id, title }
    },
    onSuccess: async (copy) => {
      await client.invalidateQueries({ queryKey: [kind.part] })
      onCopied(copy)
    },
  })
}
