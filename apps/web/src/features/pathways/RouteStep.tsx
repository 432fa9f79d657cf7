import type { OwnPathwayStep, SectionRule } from '@learnt/contract/pathways'
import DoneIcon from '@mui/icons-material/CheckCircle'
import LockIcon from '@mui/icons-material/LockOutlined'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import UnderWayIcon from '@mui/icons-material/Timelapse'
import WaivedIcon from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { documentIcons, nameOfDocument } from '../documents/document-icons.ts'
import { hrefOfStep, isStepDone } from './way.ts'

const marks = {
  locked: { Icon: LockIcon, color: 'text.secondary', tone: 'neutral' },
  open: { Icon: OpenIcon, color: 'text.secondary', tone: 'neutral' },
  inprogress: { Icon: UnderWayIcon, color: 'info.main', tone: 'info' },
  done: { Icon: DoneIcon, color: 'success.main', tone: 'success' },
  waived: { Icon: WaivedIcon, color: 'success.main', tone: 'success' },
} as const

export interface RouteStepProps {
  step: OwnPathwayStep
  /** The rule of its section: credits are shown only when they count. */
  rule: SectionRule['rule']
  pathwayId: string
  isNext: boolean
  hasLinks: boolean
  actions: ReactNode
}

/** One step of the way: what it is, how it stands and why, until when. */
export function RouteStep({ step, rule, pathwayId, isNext, hasLinks, actions }: RouteStepProps) {
  const { t } = useTranslation('pathways')
  const { Icon, color, tone } = marks[step.state]
  const isOpen = hasLinks && step.state !== 'locked' && step.assignmentId !== null
  return (
    <Box
      component="li"
      {...(isNext ? { 'aria-current': 'step' as const } : {})}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        gap: 1.5,
        p: { xs: 1.5, sm: 2 },
        borderRadius: '14px',
        bgcolor: step.state === 'locked' ? 'transparent' : 'background.paper',
        border: `${isNext ? 2 : 1}px ${step.state === 'locked' ? 'dashed' : 'solid'} ${isNext ? theme.palette.primary.main : theme.line}`,
        ...(isOpen ? { '&:hover': { bgcolor: 'action.hover' } } : {}),
        '&:has(.covering-link:focus-visible)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      })}
    >
      <Box sx={{ color, display: 'inline-flex', '& svg': { fontSize: 24 } }}>
        <Icon aria-hidden />
      </Box>
      <Box sx={{ flex: 1, minWidth: 0, display: 'grid', gap: 0.5 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography
            component="div"
            sx={{ flex: '1 1 180px', minWidth: 0, fontWeight: 700, overflowWrap: 'anywhere' }}
          >
            {isOpen ? (
              <AppLink href={hrefOfStep(step, pathwayId)} underline="none" className="covering-link">
                {step.title}
              </AppLink>
            ) : (
              step.title
            )}
          </Typography>
          {isNext && <Tag look="primary">{t(hasLinks ? 'here' : 'hereOther')}</Tag>}
          <span className="word-chip" data-tone={tone}>
            {t(`states.${step.state}`)}
          </span>
        </Box>
        <StepFacts step={step} rule={rule} />
        <Why step={step} pathwayId={hasLinks ? pathwayId : null} />
        {step.state === 'inprogress' && <ProgressBar value={step.progress} label={step.title} />}
        {actions && <Box sx={{ position: 'relative', zIndex: 1, mt: 0.5 }}>{actions}</Box>}
      </Box>
    </Box>
  )
}

/** Kind, length, worth, and until when: separated by dots. */
function StepFacts({ step, rule }: { step: OwnPathwayStep; rule: SectionRule['rule'] }) {
  const { t, i18n } = useTranslation(['pathways', 'documentKinds'])
  const dueDay = useDueDay()
  const name = nameOfDocument({ type: step.documentType, isBundle: step.isBundle })
  const Icon = documentIcons[name]
  const isLate = step.dueAt !== null && !isStepDone(step) && Date.parse(step.dueAt) < Date.now()
  const facts = [
    t(`documentKinds:${name}.one`),
    step.minutes > 0 ? t('minutes', { count: step.minutes }) : '',
    rule === 'credits'
      ? t('credits', { count: step.credits, formatted: formatNumber(step.credits, i18n.language) })
      : '',
    step.isRequired ? '' : t('optionalStep'),
    step.completedAt ? t('completedOn', { date: formatDay(new Date(step.completedAt), i18n.language) }) : '',
  ]
  return (
    <Typography variant="body2" color="textSecondary" component="div" sx={{ display: 'flex', gap: 0.75 }}>
      <Icon aria-hidden sx={{ fontSize: 18, mt: '2px' }} />
      <span>
        {facts.filter(Boolean).map((fact, index) => (
          <Fragment key={fact}>
            {index > 0 && ' · '}
            <span style={{ display: 'inline-block' }}>{fact}</span>
          </Fragment>
        ))}
        {step.dueAt && !isStepDone(step) && (
          <>
            {' · '}
            <Box
              component="span"
              sx={{ display: 'inline-block', fontWeight: 700, color: isLate ? 'error.main' : 'text.primary' }}
            >
              {t(isLate ? 'wasDue' : 'dueOn', { date: dueDay(step.dueAt) })}
            </Box>
          </>
        )}
      </span>
    </Typography>
  )
}

/** Why the step stands as it does: what it waits for (a link within the pathway of `pathwayId`), what counted for it, who waived it. */
function Why({ step, pathwayId }: { step: OwnPathwayStep; pathwayId: string | null }) {
  const { t, i18n } = useTranslation('pathways')
  const { waitsFor, waiver, countedFor } = step
  const text =
    step.state === 'locked' ? (
      waitsFor ? (
        <>
          {t('opensAfter')}{' '}
          {pathwayId ? (
            <AppLink
              href={hrefOfStep({ documentType: waitsFor.type, documentId: waitsFor.id, assignmentId: null }, pathwayId)}
              underline="always"
            >
              {waitsFor.title}
            </AppLink>
          ) : (
            <strong>{waitsFor.title}</strong>
          )}
        </>
      ) : (
        t('notYet')
      )
    ) : waiver ? (
      t('waivedBy', {
        name: waiver.by,
        date: formatDay(new Date(waiver.at), i18n.language),
        reason: waiver.reason,
      })
    ) : countedFor !== null ? (
      t('countedFor', { title: countedFor })
    ) : null
  if (text === null) return null
  return (
    <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  )
}
