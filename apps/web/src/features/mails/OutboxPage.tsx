import type { Mail } from '@learnt/contract/administration'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
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

const askMails = (state: ListState) => queryOf(api.mails.list, { query: listQuery(state) as never })

/** Mails of the tenant; without a mail server this is where they are read. */
export function OutboxPage() {
  const { t } = useTranslation(['administration', 'common'])
  const [open, setOpen] = useState<Mail | null>(null)
  const columns = useMemo<Column<Mail>[]>(
    () => [
      {
        id: 'subject',
        header: t('outbox.columns.subject'),
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
      { id: 'to', header: t('outbox.columns.to'), card: 'subtitle', cell: (mail) => <span dir="ltr">{mail.to}</span> },
      { id: 'state', header: t('outbox.columns.state'), cell: (mail) => <StateChip kind="mail" state={mail.state} /> },
      { id: 'reason', header: t('outbox.columns.reason'), cell: (mail) => mail.reason || '–' },
      {
        id: 'createdAt',
        header: t('outbox.columns.createdAt'),
        cell: (mail) => <DateText value={mail.createdAt} format="minute" />,
      },
      {
        id: 'sentAt',
        header: t('outbox.columns.sentAt'),
        cell: (mail) => <DateText value={mail.sentAt} format="minute" />,
      },
    ],
    [t],
  )
  return (
    <ListPage
      title={t('outbox.title')}
      text={t('outbox.text')}
      ask={askMails}
      columns={columns}
      rowId={(mail) => mail.id}
      rowName={(mail) => mail.subject}
      searchLabel={t('outbox.search')}
      empty={<EmptyState title={t('outbox.empty')} text={t('outbox.emptyText')} />}
    >
      <Dialog open={open !== null} onClose={() => setOpen(null)} maxWidth="sm" fullWidth aria-labelledby="mail-subject">
        <DialogTitle id="mail-subject">{open?.subject}</DialogTitle>
        <DialogContent>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            {t('outbox.columns.to')}: <span dir="ltr">{open?.to}</span>
          </Typography>
          <Box
            dir="auto"
            sx={{
              whiteSpace: 'pre-wrap',
              overflowWrap: 'anywhere',
              p: 2,
              borderRadius: '10px',
              bgcolor: 'action.hover',
              fontSize: '0.9375rem',
            }}
          >
            {open && <PlainText text={open.text} />}
          </Box>
          {open?.text.includes(leftOutCode) && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
              {t('outbox.codeLeftOut')}
            </Typography>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={() => setOpen(null)}>{t('common:actions.close')}</Button>
        </DialogActions>
      </Dialog>
    </ListPage>
  )
}

/** Stands for the code of a link that the reader is not to use. */
const leftOutCode = '•••'

/** Text with its web addresses as links; one without its code leads nowhere. */
function PlainText({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 && !part.includes(leftOutCode) ? (
      <a key={part} href={part} style={{ color: 'inherit' }}>
        {part}
      </a>
    ) : (
      part
    ),
  )
}
