import { exportColumns } from '@learnt/contract/members'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { confirm } from '../../ui/dialogs.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { saveFile } from '../../ui/save-file.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { type BulkProps, selectionOf } from './selection.ts'

const BulkMailDialog = lazyPart(async () => (await import('./BulkMailDialog.tsx')).BulkMailDialog, { floats: true })

/** What else can be done with the selection: write to the people, send them password links, export them. */
export function BulkMore({ selected, filter, columns, onDone }: BulkProps & { columns: readonly string[] }) {
  const { t, i18n } = useTranslation(['members', 'parts', 'shell'])
  const { t: words } = useTranslation('problems')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isWriting, setWriting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const selection = selectionOf({ selected, filter })
  const links = useSend(api.users.passwordLinks, {
    outdates: ['jobs'],
    onSuccess: () => {
      showToast({ variant: 'info', text: t('shell:jobs.started') })
      onDone()
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const sendLinks = async () => {
    setAnchor(null)
    const sure = await confirm({
      title: t('bulk.linksTitle'),
      text: `${t('bulk.confirm', { count: selected.count, formatted: formatNumber(selected.count, i18n.language) })} ${t('bulk.linksText')}`,
      confirmLabel: t('bulk.links'),
    })
    if (sure) links.mutate({ body: { selection } })
  }
  const download = async (format: 'csv' | 'xlsx', shown?: readonly string[]) => {
    setAnchor(null)
    setBusy(true)
    try {
      await saveFile(addressOf(api.members.exportSelected), `user_list.${format}`, {
        selection,
        format,
        ...(shown ? { columns: exportColumns.filter((one) => shown.includes(one)) } : {}),
      })
      showToast({ variant: 'success', text: t('parts:csv.done') })
    } catch {
      showToast({ variant: 'error', text: t('parts:csv.failed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        loading={isBusy || links.isPending}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('bulk.more')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem
          onClick={() => {
            setAnchor(null)
            setWriting(true)
          }}
        >
          {t('bulk.mail')}
        </MenuItem>
        <MenuItem onClick={() => void sendLinks()}>{t('bulk.links')}</MenuItem>
        <MenuItem onClick={() => void download('csv')}>{t('bulk.exportList')}</MenuItem>
        <MenuItem onClick={() => void download('csv', columns)}>{t('bulk.exportCsv')}</MenuItem>
        <MenuItem onClick={() => void download('xlsx', columns)}>{t('bulk.exportXlsx')}</MenuItem>
      </Menu>
      {isWriting && (
        <BulkMailDialog
          selection={selection}
          onClose={(isSent) => {
            setWriting(false)
            if (isSent) onDone()
          }}
        />
      )}
    </>
  )
}
