import type { TenantRow } from '@learnt/contract/administration'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'

type Named = Pick<TenantRow, 'id' | 'name'>

/** Closing a tenant and opening it again, from the list and from its own page. */
export function useClosing(tenant: Named) {
  const { t } = useTranslation('administration')
  const { t: words } = useTranslation('problems')
  const options = (key: 'suspended' | 'resumed' | 'deleted' | 'restored') => ({
    outdates: ['tenants'],
    onSuccess: () => showToast({ variant: 'success', text: t(`tenants.did.${key}`, { name: tenant.name }) }),
    onError: (error: Error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const suspend = useSend(api.tenants.suspend, options('suspended'))
  const resume = useSend(api.tenants.resume, options('resumed'))
  const remove = useSend(api.tenants.remove, options('deleted'))
  const restore = useSend(api.tenants.restore, options('restored'))
  const at = (tenantId: string) => ({ params: { tenantId } })
  return {
    suspend,
    remove,
    resume: { isPending: resume.isPending, mutate: (tenantId: string) => resume.mutate(at(tenantId)) },
    restore: { isPending: restore.isPending, mutate: (tenantId: string) => restore.mutate(at(tenantId)) },
  }
}
