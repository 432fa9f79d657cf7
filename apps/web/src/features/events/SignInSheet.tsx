import type { Attendee, EventHead } from '@learnt/contract/events/operations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { whenOf } from '../calendar/entry-times.ts'

/** Empty lines for those who come without a registration. */
const spareLines = 5

/** A list of those who hold a seat, with a line for each signature, to be printed. Mount it to open it. */
export function SignInSheet({
  head,
  session,
  onClose,
}: {
  head: EventHead
  session: EventHead['sessions'][number]
  onClose: () => void
}) {
  const { t, i18n } = useTranslation(['eventPeople', 'common'])
  const id = useId()
  const found = useQuery({ queryKey: ['events', 'sheet', head.eventId], queryFn: () => readAll(head.eventId) })
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby={id}>
      <GlobalStyles
        styles={{
          '@media print': {
            'body *': { visibility: 'hidden' },
            '.sign-in-sheet, .sign-in-sheet *': { visibility: 'visible', color: '#000' },
            '.sign-in-sheet': { position: 'absolute', insetInline: 0, top: 0, background: '#fff' },
            // a dialog shows one window of its content, and paper has no scroll bar
            '.MuiDialog-root, .MuiDialog-container, .MuiDialog-paper, .MuiDialogContent-root': {
              position: 'static !important',
              height: 'auto !important',
              maxHeight: 'none !important',
              overflow: 'visible !important',
            },
          },
        }}
      />
      <DialogTitle id={id}>{t('sheet')}</DialogTitle>
      <DialogContent>
        {found.error ? (
          <ErrorState error={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <LinesSkeleton lines={8} />
        ) : (
          <Box className="sign-in-sheet" sx={{ maxWidth: 900, mx: 'auto' }}>
            <Typography variant="h2">{head.title}</Typography>
            <Typography>
              {[session.title, whenOf({ days: null, ...session }, i18n.language, head.timeZone), head.timeZone]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            <Typography sx={{ mb: 2 }}>
              {[session.room?.name, session.room?.address || session.address].filter(Boolean).join(' · ')}
            </Typography>
            <Box
              component="table"
              sx={{
                width: '100%',
                borderCollapse: 'collapse',
                '& th, & td': { border: '1px solid', borderColor: 'text.secondary', p: 1, textAlign: 'start' },
                '& tr': { breakInside: 'avoid' },
              }}
            >
              <thead>
                <tr>
                  <th scope="col">{t('columns.name')}</th>
                  <th scope="col" style={{ width: '45%' }}>
                    {t('signature')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {found.data.map((one) => (
                  <tr key={one.userId}>
                    <td>{one.name}</td>
                    <td style={{ height: 40 }} />
                  </tr>
                ))}
                {Array.from({ length: spareLines }, (_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: empty lines are all the same
                  <tr key={at}>
                    <td style={{ height: 40 }} />
                    <td />
                  </tr>
                ))}
              </tbody>
            </Box>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.close')}
        </Button>
        <CsvButton
          href={addressOf(api.events.signInSheet, { params: { documentId: head.eventId, sessionId: session.id } })}
          fileName={`${head.title.slice(0, 80)}.pdf`}
          label={t('pdf')}
        />
        <Button variant="contained" disabled={!found.data} onClick={() => print()}>
          {t('print')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

async function readAll(documentId: string): Promise<Attendee[]> {
  const all: Attendee[] = []
  let cursor: string | null = null
  do {
    const page: { items: Attendee[]; next: string | null } = await call(api.events.attendees, {
      params: { documentId },
      query: { limit: 100, ...(cursor ? { cursor } : {}) },
    })
    all.push(...page.items)
    cursor = page.next
  } while (cursor)
  return all
}
