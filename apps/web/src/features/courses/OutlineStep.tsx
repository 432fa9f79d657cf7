import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import type { Activity, Section } from '@learnt/contract/courses'
import DragIcon from '@mui/icons-material/DragIndicator'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import CommentIcon from '@mui/icons-material/ForumOutlined'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
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
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: `a:${activity.id}`,
    data: { name: activity.title },
    disabled: locked,
  })
  const filled = isFilled(activity)
  const warning = wrong ? t('outline.wrong') : filled ? '' : t(`outline.missing.${activity.kind}`)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || locked || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    outline.step(activity.id, event.key === 'ArrowUp' ? 'up' : 'down')
    // moved to another section the row is another element: keep the focus on it
    requestAnimationFrame(() => document.getElementById(`step-${activity.id}`)?.focus())
  }
  return (
    <Box
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), ...(transition ? { transition } : {}) }}
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
      {!locked && (
        <Box
          component="button"
          type="button"
          className="handle"
          ref={setActivatorNodeRef}
          {...attributes}
          {...listeners}
          aria-label={t('common:sortable.drag', { name: activity.title })}
          sx={{
            all: 'unset',
            boxSizing: 'border-box',
            display: 'grid',
            placeItems: 'center',
            width: 24,
            height: 40,
            flexShrink: 0,
            color: 'text.secondary',
            cursor: isDragging ? 'grabbing' : 'grab',
            touchAction: 'none',
            borderRadius: '6px',
            '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main' },
          }}
        >
          <DragIcon sx={{ fontSize: 18 }} />
        </Box>
      )}
      <ButtonBase
        id={`step-${activity.id}`}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        aria-current={selected ? 'true' : undefined}
        {...(locked ? {} : { 'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown' })}
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
