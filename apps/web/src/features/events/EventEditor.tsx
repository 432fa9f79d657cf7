import type { EventContent as Content } from '@learnt/contract/events/content'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailsForm } from '../documents/DetailsForm.tsx'
import { EditorCards } from '../documents/EditorCards.tsx'
import type { ContentEditorProps } from '../documents/kind.ts'
import { Prerequisites } from '../documents/Prerequisites.tsx'
import { EventClashes } from './EventClashes.tsx'
import { EventDates } from './EventDates.tsx'
import { EventFiles } from './EventFiles.tsx'
import { EventPlaceFields } from './EventPlaceFields.tsx'
import { EventRules } from './EventRules.tsx'

/** When, where, who leads, how many, and by which rules; beside the details that every document has. */
export function EventEditor(props: ContentEditorProps<Content>) {
  const { t } = useTranslation('eventEditor')
  return (
    <EditorCards
      details={
        <DetailsForm>
          <Prerequisites />
        </DetailsForm>
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <EventClashes eventId={props.document.id} content={props.value} />
        <Group title={t('dates')}>
          <EventDates {...props} />
        </Group>
        <Group title={t('where')}>
          <EventPlaceFields {...props} />
        </Group>
        <EventRules {...props} Group={Group} />
        <Group title={t('files')}>
          <EventFiles {...props} />
        </Group>
      </Box>
    </EditorCards>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  )
}
