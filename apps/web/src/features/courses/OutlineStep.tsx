import type { Activity, Section } from '@learnt/contract/courses'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import CommentIcon from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { moveByKeys } from '../../ui/outline/move-actions.tsx'
import { useOutlineRow } from '../../ui/outline/use-outline-row.tsx'
import { isFilled } from './content.ts'
import { KindIcon } from './KindIcon.tsx'
import { StepMenu } from './StepMenu.tsx'
import type { Outline } from './useOutline.ts'

export interface OutlineStepProps {
  activity: Activity
  sections: readonly Section[]
  selected: boolean
  wrong: boolean
  locked: boolean
  /** Comments of the authors that nobody has resolved. */
  comments: number
  outline: Outline
  onOpen: () => void
}

/** One step in the outline: handle, kind, title, what is missing, menu. Alt with the arrow keys moves it. */
export function OutlineStep({
  activity,
  sections,
  selected,
  wrong,
  locked,
  comments,
  outline,
  onOpen,
}: OutlineStepProps) {
  const { t } = useTranslation(['courses', 'common'])
  const { row, handle, isDragging } = useOutlineRow('item', activity.id, activity.title, locked)
  const filled = isFilled(activity)
  const warning = wrong ? t('outline.wrong') : filled ? '' : t(`outline.missing.${activity.kind}`)
  return (
    <Box
      component="li"
      {...row}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 0.25,
        position: 'relative',
        borderRadius: '10px',
        bgcolor: selected ? theme.palette.primary.soft : 'transparent',
        color: selected ? theme.palette.primary.onSoft : 'text.primary',
        opacity: isDragging ? 0.35 : 1,
        paddingInlineEnd: 0.5,
        '&:hover': { bgcolor: selected ? theme.palette.primary.soft : 'action.hover' },
        '& .handle': { opacity: { xs: 1, lg: 0.35 } },
        '&:hover .handle, & .handle:focus-visible': { opacity: 1 },
      })}
    >
      {handle}
      <ButtonBase
        id={`step-${activity.id}`}
        onClick={onOpen}
        aria-current={selected ? 'true' : undefined}
        {...(locked ? {} : moveByKeys(`step-${activity.id}`, (way) => outline.step(activity.id, way)))}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          gap: 1.25,
          alignItems: 'center',
          justifyContent: 'flex-start',
          textAlign: 'start',
          py: 0.75,
          px: 0.5,
          borderRadius: '8px',
        }}
      >
        <KindIcon kind={activity.kind} size={30} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            variant="body2"
            sx={{
              fontWeight: selected ? 700 : 600,
              display: '-webkit-box',
              WebkitLineClamp: 2,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              overflowWrap: 'anywhere',
            }}
          >
            {activity.title || t('outline.untitled')}
          </Typography>
          <Typography variant="caption" component="p" noWrap sx={{ color: selected ? 'inherit' : 'text.secondary' }}>
            {t(`kinds.${activity.kind}.name`)}
            {activity.minutes > 0 && ` · ${t('common:duration.minutes', { count: activity.minutes })}`}
          </Typography>
        </Box>
        {comments > 0 && (
          <Tooltip title={t('comments.open', { count: comments })}>
            <Box
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem', fontWeight: 700 }}
            >
              <CommentIcon sx={{ fontSize: 18 }} titleAccess={t('comments.open', { count: comments })} />
              <span aria-hidden>{comments}</span>
            </Box>
          </Tooltip>
        )}
        {warning && (
          <Tooltip title={warning}>
            <ErrorIcon fontSize="small" color={wrong ? 'error' : 'warning'} titleAccess={warning} />
          </Tooltip>
        )}
      </ButtonBase>
      {!locked && <StepMenu activity={activity} sections={sections} outline={outline} />}
    </Box>
  )
}
