import type { MembershipStatus } from '@learnt/contract/states'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { type BulkProps, selectionOf } from './selection.ts'
import { statuses } from './statuses.ts'

/** Sets the status of the selection; the server does it as a job that the tray shows. */
export function BulkStatus({ selected, filter, onDone }: BulkProps) {
  const { t, i18n } = useTranslation(['members', 'common', 'parts', 'shell', 'problems'])
  const { t: words } = useTranslation('problems')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const send = useSend(api.members.setStatus, {
    outdates: ['members', 'jobs'],
    onSuccess: () => {
      showToast({ variant: 'info', text: t('shell:jobs.started') })
      onDone()
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const number = formatNumber(selected.count, i18n.language)
  const counted =
    selected.by === 'filter' && selected.isMore ? t('parts:table.moreThan', { formatted: number }) : number
  const apply = async (status: MembershipStatus) => {
    setAnchor(null)
    const sure = await confirm({
      title: t('bulk.confirmTitle', { status: t(`common:states.membership.${status}`) }),
      text: `${t('bulk.confirm', { count: selected.count, formatted: counted })} ${status === 'active' ? '' : t('bulk.locksOut')}`,
      confirmLabel: t('bulk.apply'),
      danger: status !== 'active',
    })
    if (!sure) return
    send.mutate({ body: { status, selection: selectionOf({ selected, filter }) } })
  }
  return (
    <>
      <Button
        size="small"
        variant="contained"
        aria-haspopup="menu"
        loading={send.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('bulk.setStatus')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {statuses.map((status) => (
          <MenuItem key={status} onClick={() => void apply(status)}>
            {t(`common:states.membership.${status}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
