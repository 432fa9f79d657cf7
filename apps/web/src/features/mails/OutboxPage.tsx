import type { Mail } from '@learnt/contract/administration'
import Button from '@mui/material/Button'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { ListPage } from '../../lists/ListPage.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { type ListState, listQuery } from '../../ui/table/list-state.ts'
import { MailDialog } from './MailDialog.tsx'

const askMails = (state: ListState) => queryOf(api.mails.list, { query: listQuery(state) as never })

/** Mails of the tenant; without a mail server this is where they are read. */
export function OutboxPage() {
  const { t } = useTranslation(['mails', 'common'])
  const [open, setOpen] = useState<Mail | null>(null)
  const columns = useMemo<Column<Mail>[]>(
    () => [
      {
        id: 'subject',
        header: t('columns.subject'),
        fixed: true,
        card: 'title',
        cell: (mail) => (
          <Button
            size="small"
            onClick={() => setOpen(mail)}
            sx={{ textAlign: 'start', justifyContent: 'flex-start', whiteSpace: 'normal' }}
          >
            {mail.subject}
          </Button>
        ),
      },
      { id: 'to', header: t('columns.to'), card: 'subtitle', cell: (mail) => <span dir="ltr">{mail.to}</span> },
      { id: 'state', header: t('columns.state'), cell: (mail) => <StateChip kind="mail" state={mail.state} /> },
      { id: 'reason', header: t('columns.reason'), cell: (mail) => mail.reason || '–' },
      {
        id: 'createdAt',
        header: t('columns.createdAt'),
        cell: (mail) => <DateText value={mail.createdAt} format="minute" />,
      },
      {
        id: 'sentAt',
        header: t('columns.sentAt'),
        cell: (mail) => <DateText value={mail.sentAt} format="minute" />,
      },
    ],
    [t],
  )
  return (
    <ListPage
      title={t('title')}
      text={t('text')}
      ask={askMails}
      columns={columns}
      rowId={(mail) => mail.id}
      rowName={(mail) => mail.subject}
      searchLabel={t('search')}
      empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
    >
      <MailDialog mail={open} onClose={() => setOpen(null)} />
    </ListPage>
  )
}
