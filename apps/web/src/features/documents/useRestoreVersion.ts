import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import type { BaseContent, EditedDocument, KindPages } from './kind.ts'
import type { Draft } from './useDraft.ts'

/** Makes an earlier version the draft, after what is not saved yet was saved; the toast brings the draft before back. */
export function useRestoreVersion<Content extends BaseContent>(
  kind: Pick<KindPages, 'calls' | 'paramsOf'>,
  documentId: string,
  keeper: Draft<Content>['keeper'],
  adopt: (document: EditedDocument) => void,
): (version: { id: string; number: number }) => Promise<void> {
  const { t } = useTranslation('documents')
  const { t: problems } = useTranslation('problems')
  return async ({ id, number }) => {
    const isSure = await confirm({
      title: t('versions.restoreTitle', { number }),
      text: t('versions.restoreText'),
      confirmLabel: t('versions.restore'),
    })
    if (!isSure || !(await keeper.flush())) return
    const { content: before, revision } = keeper.read()
    try {
      const restored = await call(kind.calls.restoreVersion, {
        params: { ...kind.paramsOf(documentId), versionId: id },
        body: { revision },
      })
      adopt(restored as EditedDocument)
      showToast({
        variant: 'success',
        text: t('versions.restored', { number }),
        duration: 10_000,
        action: { label: t('versions.undo'), run: () => keeper.edit(() => before) },
      })
    } catch (error) {
      showToast({ variant: 'error', text: problemText(problems, error) })
    }
  }
}
