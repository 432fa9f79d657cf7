import type { OutlineActivity } from '@learnt/contract/learning'
import { ipadLandscape, sizes } from '@learnt/contract/measures'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Drawer from '@mui/material/Drawer'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StateChip } from '../../ui/StateChip.tsx'
import { CourseOutline } from './CourseOutline.tsx'
import { neighboursOf, type OutlineSection, stepsOf } from './course-steps.ts'
import { ruleText } from './rule-text.ts'
import { StepNavigation } from './StepNavigation.tsx'

interface PlayerFrameProps {
  title: string
  sections: readonly OutlineSection[]
  /** Percent of the whole course; null leaves progress and states out (preview). */
  progress: number | null
  step: OutlineActivity
  hrefOf: (activityId: string) => string
  /** After the last step. */
  finish: { href: string; label: string }
  /** Whether the outline is open as a drawer, on screens without a place for it. */
  drawer: boolean
  onDrawer: (open: boolean) => void
  /** What the step shows. */
  children: ReactNode
}

/** Whether the outline is beside the step; otherwise it is a drawer. */
export const useOutlineAside = () => useMediaQuery(`(min-width: ${ipadLandscape}px)`)

/** A step with its outline and the way on, both always in view: as learners take a course, and as its preview shows it. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { sections, progress, step, hrefOf, drawer, onDrawer } = props
  const aside = useOutlineAside()
  const shown = useRef(step.id)
  const side = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // on arrival the page's own heading has the focus
    if (shown.current !== step.id) document.getElementById('step-heading')?.focus({ preventScroll: true })
    shown.current = step.id
    scrollToStep(side.current)
  }, [step.id])
  const outline = (
    <CourseOutline
      sections={sections}
      currentId={step.id}
      hrefOf={hrefOf}
      progress={progress}
      onChoose={() => onDrawer(false)}
    />
  )
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: aside ? `minmax(${sizes.pageSidebar}px, 320px) minmax(0, 1fr)` : 'minmax(0, 1fr)',
          alignItems: 'start',
        }}
      >
        {aside && (
          <Card
            ref={side}
            sx={{
              py: 2,
              px: 0.5,
              position: 'sticky',
              top: `calc(${stickyTop} + 16px)`,
              maxHeight: `calc(100dvh - ${stickyTop} - 32px - var(--page-end, 0px))`,
              overflowY: 'auto',
            }}
          >
            {outline}
          </Card>
        )}
        <StepArticle key={step.id} {...props} />
      </Box>
      <OutlineDrawer title={props.title} open={!aside && drawer} onClose={() => onDrawer(false)}>
        {outline}
      </OutlineDrawer>
    </>
  )
}

const stickyTop = 'var(--sticky-top, var(--toolbar-bottom, 64px))'

function StepArticle({ sections, progress, step, hrefOf, finish, children }: PlayerFrameProps) {
  const { t } = useTranslation('learning')
  const { t: words } = useTranslation('steps')
  const steps = stepsOf({ sections })
  const facts = [
    t('stepOf', { number: steps.findIndex(({ id }) => id === step.id) + 1, count: steps.length }),
    words(`kinds.${step.kind}`),
    step.minutes > 0 ? t('minutes', { count: step.minutes }) : '',
    step.lock ? '' : ruleText(words, step),
  ]
  return (
    <Box
      component="article"
      aria-labelledby="step-heading"
      // what the focus comes to stands clear of the way on, which stays at the end of the window
      sx={{ minWidth: 0, '& :focus-visible': { scrollMarginBottom: '104px' } }}
    >
      <Box component="header" sx={{ mb: 3 }}>
        <Typography
          id="step-heading"
          tabIndex={-1}
          variant="h2"
          sx={{
            fontSize: '1.5rem',
            '&:focus-visible': { outline: 'none' },
            overflowWrap: 'anywhere',
            scrollMarginTop: 96,
          }}
        >
          {step.title}
        </Typography>
        <Box sx={{ mt: 0.75, display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
          {progress !== null && !step.lock && step.state !== 'notstarted' && (
            <StateChip kind="progress" state={step.state} />
          )}
          <Typography variant="body2" color="textSecondary">
            {facts.filter(Boolean).join(' · ')}
          </Typography>
        </Box>
        {step.description && (
          <Typography dir="auto" sx={{ mt: 1.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere', maxWidth: 760 }}>
            {step.description}
          </Typography>
        )}
      </Box>
      {children}
      <StepNavigation {...neighboursOf({ sections }, step.id)} hrefOf={hrefOf} finish={finish} />
    </Box>
  )
}

function OutlineDrawer({
  title,
  open,
  onClose,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation('learning')
  // made when it is first opened, and there from then on: it slides out, too
  const [drawn, setDrawn] = useState(open)
  if (open && !drawn) setDrawn(true)
  if (!drawn) return null
  return (
    <Drawer
      open={open}
      onClose={onClose}
      anchor="left"
      slotProps={{
        paper: {
          ref: scrollToStep,
          role: 'dialog',
          'aria-modal': true,
          'aria-label': t('outline'),
          sx: { width: 'min(340px, 90vw)' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.5 }}>
        <Typography variant="h3" component="p" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <IconButton aria-label={t('closeOutline')} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </Box>
      <Box sx={{ px: 1, pb: 3 }}>{children}</Box>
    </Drawer>
  )
}

/** The outline scrolls by itself to the open step: the page stays where it is. */
function scrollToStep(box: HTMLElement | null): void {
  const row = box?.querySelector<HTMLElement>('[aria-current="step"]')
  if (!box || !row) return
  const [inside, wanted] = [box.getBoundingClientRect(), row.getBoundingClientRect()]
  if (wanted.top < inside.top || wanted.bottom > inside.bottom)
    box.scrollTop += wanted.top - inside.top - inside.height / 3
}
