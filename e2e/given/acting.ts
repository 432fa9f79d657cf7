import { api } from '@learnt/contract'
import { callerOf } from './calls.ts'
import { accounts, type Device } from './devices.ts'
import { learntUrl } from './learnt-url.ts'

/** Whether administrators of the learnt tenant may change things during an impersonation. */
export async function permit(impersonationMayWrite: boolean): Promise<void> {
  const superadmin = await callerOf(learntUrl(), accounts.superadmin)
  await superadmin.call(api.tenants.changeAccess, {
    params: { tenantId: 'learnt' },
    body: { settings: { impersonationMayWrite } },
  })
}

export const banner = ({ page }: Pick<Device, 'page'>) => page.getByRole('region', { name: 'Acting as another person' })
