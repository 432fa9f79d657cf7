import type { Permission } from '@learnt/contract/permissions'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast, showUndo } from '../../ui/toasts.ts'
import { outdatedByRules } from './outdated.ts'

/** Switches a rule on or off, with ten seconds to take it back. */
export function usePermissionStatus() {
  const { t } = useTranslation(['permissions', 'common'])
  const { t: problems } = useTranslation('problems')
  const update = useSend(api.permissions.update, {
    outdates: outdatedByRules,
    onError: (error) =>
      showToast({ variant: 'error', text: t('list.statusFailed', { detail: problemText(problems, error) }) }),
  })
  const set = (permission: Pick<Permission, 'id' | 'title'>, status: Permission['status'], then?: () => void) =>
    update.mutate({ params: { permissionId: permission.id }, body: { status } }, then ? { onSuccess: then } : {})
  return (permission: Pick<Permission, 'id' | 'title'>, status: Permission['status']) =>
    set(permission, status, () =>
      showUndo(
        t(status === 'active' ? 'list.activated' : 'list.deactivated', { title: permission.title }),
        t('common:actions.undo'),
        () =>
          set(permission, status === 'active' ? 'inactive' : 'active', () =>
            showToast({ variant: 'info', text: t('common:toast.undone') }),
          ),
      ),
    )
}

/** Applies a rule again whose job has failed: saving it as it is does that. */
export function useApplyAgain() {
  const { t } = useTranslation('permissions')
  const { t: problems } = useTranslation('problems')
  const { mutate, isPending } = useSend(api.permissions.update, {
    outdates: [...outdatedByRules, 'jobs'],
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const applyAgain = ({ id, title }: Pick<Permission, 'id' | 'title'>) =>
    mutate(
      { params: { permissionId: id }, body: {} },
      { onSuccess: () => showToast({ variant: 'info', text: t('list.appliedAgain', { title }) }) },
    )
  return { applyAgain, isPending }
}
