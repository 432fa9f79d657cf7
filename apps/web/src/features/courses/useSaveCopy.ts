import type { CourseContent } from '@learnt/contract/courses'
import { cutText } from '@learnt/contract/cut-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { copyContent } from './content.ts'

/** Keeps a content as a course of its own, so that nothing of it is lost. */
export function useSaveCopy(onCopied: (copy: { id: string; title: string }) => void) {
  const { t } = useTranslation('courses')
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ content, isBundle }: { content: CourseContent; isBundle: boolean }) => {
      const title = cutText(t('conflict.copyTitle', { title: content.title || t('outline.untitled') }), 200)
      const made = await call(api.courses.create, {
        body: { title, isBundle, category: cutText(content.category.trim(), 100) },
      })
      await call(api.courses.saveDraft, {
        params: { courseId: made.id },
        body: { revision: made.revision, content: copyContent(content, title) },
      })
      return { id: made.id, title }
    },
    onSuccess: async (copy) => {
      await client.invalidateQueries({ queryKey: ['courses'] })
      onCopied(copy)
    },
  })
}
