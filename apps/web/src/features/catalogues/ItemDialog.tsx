import type { CatalogueItem } from '@learnt/contract/catalogues'
import { isDone } from '@learnt/contract/states'
import DoneIcon from '@mui/icons-material/CheckCircleOutlined'
import CloseIcon from '@mui/icons-material/Close'
import PlayIcon from '@mui/icons-material/PlayArrow'
import OpenStepIcon from '@mui/icons-material/RadioButtonUnchecked'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { Earns } from '../points/lazy-parts.ts'
import { askItem } from './asks.ts'
import { learningPath } from './item-path.ts'
import { OfferAction } from './OfferAction.tsx'
import { OfferFacts } from './OfferFacts.tsx'
import { useWithdrawal } from './useWithdrawal.ts'

/** An item of the catalogue over the list; on a phone a page. The address names it, so it can be sent and gone back from. */
export function ItemDialog({
  item,
  onAsk,
  onClose,
}: {
  item: Pick<CatalogueItem, 'documentType' | 'documentId'>
  onAsk: (item: CatalogueItem) => void
  onClose: () => void
}) {
  const { t } = useTranslation(['catalogues', 'common'])
  const theme = useTheme()
  const isPhone = useMediaQuery(theme.breakpoints.down('md'))
  const id = useId()
  const result = useQuery(askItem(item))
  return (
    <Dialog open onClose={onClose} fullScreen={isPhone} maxWidth="md" fullWidth aria-labelledby={id}>
      <IconButton
        aria-label={t('common:actions.close')}
        onClick={onClose}
        sx={{
          position: 'absolute',
          top: 12,
          insetInlineEnd: 12,
          zIndex: 1,
          bgcolor: 'background.paper',
          '&:hover': { bgcolor: 'background.default' },
        }}
      >
        <CloseIcon />
      </IconButton>
      {result.data ? (
        <Item item={result.data} titleId={id} onAsk={() => onAsk(result.data)} />
      ) : (
        <DialogContent sx={{ pt: '56px !important' }}>
          <Typography id={id} variant="h2" component="h1" sx={{ mb: 2 }}>
            {t('title')}
          </Typography>
          {result.error ? <ErrorState error={result.error} onRetry={() => void result.refetch()} /> : <CardsSkeleton />}
        </DialogContent>
      )}
    </Dialog>
  )
}

function Item({ item, titleId, onAsk }: { item: CatalogueItem; titleId: string; onAsk: () => void }) {
  const { t } = useTranslation('catalogues')
  const Anchor = useAnchor()
  return (
    <DialogContent sx={{ p: 0 }}>
      <Box sx={{ '& .course-cover': { maxHeight: 260, width: '100%' } }}>
        <CoverImage src={item.image} title={item.title} />
      </Box>
      <Box sx={{ p: { xs: 2.5, md: 4 }, display: 'grid', gap: 2.5 }}>
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            <Tag look="filled">{t(`kinds.${item.kind}`)}</Tag>
            {item.state !== 'notstarted' && <StateChip kind="progress" state={item.state} />}
          </Box>
          <Typography id={titleId} variant="h1" sx={{ overflowWrap: 'anywhere' }}>
            {item.title}
          </Typography>
          <Typography color="textSecondary">
            <OfferFacts offer={item} />
          </Typography>
        </Box>
        {item.progress > 0 && <ProgressBar value={item.progress} label={item.title} />}
        <RequestNotice item={item} />
        <Prerequisites item={item} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
          <OfferAction offer={item} onAsk={onAsk} size="large" />
          {item.startsOver && (
            <Button component={Anchor} href={learningPath(item)} size="large" variant="text" startIcon={<PlayIcon />}>
              {t('buttons.open')}
            </Button>
          )}
        </Box>
        {item.description && (
          <Typography dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {item.description}
          </Typography>
        )}
        {item.tags.length > 0 && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
            {item.tags.map((tag) => (
              <Tag key={tag}>{tag}</Tag>
            ))}
          </Box>
        )}
        <Steps sections={item.sections} />
        <Earns assignmentId={item.assignmentId} isDone={isDone(item.state)} />
      </Box>
    </DialogContent>
  )
}

/** How the person's last request stands, and what they can do about it. */
function RequestNotice({ item }: { item: CatalogueItem }) {
  const { t } = useTranslation('catalogues')
  const { withdraw, isBusy } = useWithdrawal()
  const { request } = item
  if (!request || request.state === 'withdrawn' || (request.state === 'approved' && item.state !== 'notstarted'))
    return null
  const isOpen = request.state === 'open'
  return (
    <Alert
      severity={isOpen ? 'info' : request.state === 'approved' ? 'success' : 'warning'}
      action={
        isOpen ? (
          <Button color="inherit" size="small" loading={isBusy} onClick={() => withdraw(request)}>
            {t('mine.withdraw')}
          </Button>
        ) : undefined
      }
    >
      <Typography sx={{ fontWeight: 700 }}>
        {isOpen
          ? t(`waitsFor.${request.sentTo}`)
          : t(request.state === 'approved' ? 'approvedBy' : 'declinedBy', { name: request.decidedBy })}{' '}
        <Typography component="span" variant="body2">
          <DateText value={isOpen ? request.madeAt : request.decidedAt} />
        </Typography>
      </Typography>
      {request.reason && <Quote>{request.reason}</Quote>}
      {isOpen && request.note && <Quote>{request.note}</Quote>}
    </Alert>
  )
}

function Quote({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere', mt: 0.5 }}>
      {children}
    </Typography>
  )
}

function Prerequisites({ item }: { item: CatalogueItem }) {
  const { t } = useTranslation('catalogues')
  const id = useId()
  if (item.prerequisites.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('before')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {item.prerequisites.map((one) => (
          <Box component="li" key={one.documentId} sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
            {one.isDone ? <DoneIcon color="success" aria-hidden /> : <OpenStepIcon color="disabled" aria-hidden />}
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {one.assignmentId ? <AppLink href={learningPath(one)}>{one.title}</AppLink> : one.title}
            </Box>
            <Typography variant="body2" color="textSecondary">
              {t(one.isDone ? 'isDone' : 'isToDo')}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function Steps({ sections }: { sections: CatalogueItem['sections'] }) {
  const { t } = useTranslation('catalogues')
  const id = useId()
  if (!sections.some((section) => section.steps.length > 0)) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" component="h2" sx={{ mb: 1 }}>
        {t('content')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {sections.map((section, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id here and never move
          <Box key={place}>
            {section.title && <Typography sx={{ fontWeight: 700, mb: 0.5 }}>{section.title}</Typography>}
            <Box component="ol" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.5 }}>
              {section.steps.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id here and never move
                <li key={index}>
                  {step.title}{' '}
                  <Typography component="span" variant="body2" color="textSecondary">
                    {[
                      t(`kinds.${step.kind}`),
                      step.minutes > 0 ? t('minutes', { count: step.minutes }) : '',
                      step.isRequired ? '' : t('optionalStep'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </li>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
