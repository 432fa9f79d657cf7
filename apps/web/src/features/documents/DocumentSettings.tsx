import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { AvailabilityText } from './AvailabilityText.tsx'
import type { EditedDocument } from './kind.ts'
import type { DocumentActions } from './useDocumentActions.ts'

/** Facts about a document, and the things that are done once in its life. */
export function DocumentSettings({
  document,
  actions,
  flush,
  otherEditor,
}: {
  document: EditedDocument
  actions: DocumentActions
  flush: () => Promise<boolean>
  /** Address of another way to edit it. */
  otherEditor?: string | undefined
}) {
  const { t } = useTranslation('documents')
  const facts: [string, ReactNode][] = [
    [t('columns.status'), <StateChip key="status" kind="publication" state={document.status} />],
    [t('columns.availability'), <AvailabilityText key="availability" {...document} />],
    [
      t('settings.version'),
      document.publishedNumber === null
        ? t('settings.never')
        : t('versions.number', { number: document.publishedNumber }),
    ],
    [t('settings.publishedAt'), <DateText key="published" value={document.publishedAt} format="minute" />],
    [t('settings.created'), <DateText key="created" value={document.createdAt} format="minute" />],
    [t('settings.createdBy'), document.createdBy || '–'],
    [t('settings.updated'), <DateText key="updated" value={document.updatedAt} format="minute" />],
  ]
  const saved = (then: () => void) => void flush().then((done) => done && then())
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 820 }}>
      <Card sx={{ p: { xs: 2, sm: 3 } }}>
        <Typography variant="h2" sx={{ mb: 2 }}>
          {t('settings.facts')}
        </Typography>
        <Box
          component="dl"
          sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(120px, 220px) 1fr', rowGap: 1.25, columnGap: 2 }}
        >
          {facts.map(([name, value]) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {name}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                {value}
              </Typography>
            </Box>
          ))}
        </Box>
      </Card>
      <Card sx={{ overflow: 'hidden' }}>
        <Step title={t('settings.duplicateTitle')} text={t('settings.duplicateText')}>
          <ActionButton
            variant="outlined"
            color="inherit"
            reason={document.can.duplicate}
            onClick={() => saved(() => actions.duplicate(document))}
          >
            {t('actions.duplicate')}
          </ActionButton>
        </Step>
        {otherEditor && (
          <Step title={t('settings.classicTitle')} text={t('settings.classicText')}>
            <AppLink href={otherEditor}>{t('settings.classicOpen')}</AppLink>
          </Step>
        )}
        {document.status !== 'archived' && (
          <>
            <Step title={t('settings.discardTitle')} text={t('settings.discardText')}>
              <ActionButton
                variant="outlined"
                color="inherit"
                reason={document.can.discard}
                onClick={() => saved(() => void actions.discard(document))}
              >
                {t('actions.discard')}
              </ActionButton>
            </Step>
            <Step title={t('settings.withdrawTitle')} text={t('settings.withdrawText')}>
              <ActionButton
                variant="outlined"
                color="inherit"
                reason={document.can.withdraw}
                onClick={() => saved(() => void actions.withdraw(document))}
              >
                {t('actions.withdraw')}
              </ActionButton>
            </Step>
            <Step title={t('settings.archiveTitle')} text={t('settings.archiveText')}>
              <ActionButton
                variant="outlined"
                color="error"
                reason={document.can.archive}
                onClick={() => saved(() => actions.archive(document))}
              >
                {t('actions.archive')}
              </ActionButton>
            </Step>
          </>
        )}
        {document.status === 'archived' && (
          <Step title={t('settings.restoreTitle')} text={t('settings.restoreText')}>
            <ActionButton variant="contained" reason={document.can.restore} onClick={() => actions.restore(document)}>
              {t('actions.restore')}
            </ActionButton>
          </Step>
        )}
      </Card>
    </Box>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        p: { xs: 2, sm: 3 },
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box sx={{ flex: '1 1 260px' }}>
        <Typography variant="h4" component="h3">
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {text}
        </Typography>
      </Box>
      {children}
    </Box>
  )
}
