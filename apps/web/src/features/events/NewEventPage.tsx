import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Loader } from '../../routes/route-book.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ownZone } from '../calendar/entry-times.ts'
import { askFacets } from '../documents/asks.ts'
import { CreateDocumentForm } from '../documents/CreateDocumentForm.tsx'
import { eventPaths } from './event-paths.ts'
import { eventKind } from './kind.ts'

export const loader: Loader = ({ client }) => client.prefetchQuery(askFacets(eventKind))

/** Begins an event: the address that the specification names; the list has the same in a dialog. */
export function NewEventPage() {
  const { t } = useTranslation('documentKinds')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('event.create')} back={{ href: eventPaths.list, label: t('event.back') }} />
      <Card sx={{ p: { xs: 2, sm: 3 }, maxWidth: 640 }}>
        <CreateDocumentForm
          kind={eventKind}
          more={{ timeZone: ownZone() }}
          onCancel={() => void navigate({ to: eventPaths.list })}
          layout={({ fields, buttons }) => (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              {fields}
              <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>{buttons}</Box>
            </Box>
          )}
        />
      </Card>
    </>
  )
}
