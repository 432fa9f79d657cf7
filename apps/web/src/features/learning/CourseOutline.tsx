import type { OutlineActivity } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { isStepDone, type OutlineSection, stepsOf } from './course-steps.ts'
import { lockText, ruleText } from './rule-text.ts'
import { StepIcon } from './StepIcon.tsx'

/**
 * The steps of a course with their states.
 * - `sections`: as `learning.course` answers them. A preview makes them from the draft: every step `notstarted`,
 *   progress 0, `scorePercent`, `completedAt` and `lock` null.
 * - `currentId`: the step on screen.
 * - `hrefOf`: the address of a step; steps are links, so that back, forward and new tabs work.
 * - `progress`: percent of the whole course; null leaves progress and states out (preview).
 * - `onChoose`: a step was chosen, e.g. to close the drawer that holds the outline.
 */
export interface CourseOutlineProps {
  sections: readonly OutlineSection[]
  currentId: string | null
  hrefOf: (activityId: string) => string
  progress: number | null
  onChoose?: (() => void) | undefined
}

export function CourseOutline({ sections, currentId, hrefOf, progress, onChoose }: CourseOutlineProps) {
  const { t } = useTranslation('learning')
  const steps = stepsOf({ sections })
  const numbers = new Map(steps.map((step, index) => [step.id, index + 1]))
  return (
    <Box component="nav" aria-label={t('outline')}>
      {progress !== null && (
        <Box sx={{ px: 1.5, pb: 1.5 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
            {t('doneOf', { done: steps.filter(isStepDone).length, total: steps.length })}
          </Typography>
          <ProgressBar value={progress} />
        </Box>
      )}
      {sections.map((section) => (
        <Section key={section.id} section={section}>
          {section.activities.map((step) => (
            <StepRow
              key={step.id}
              step={step}
              number={numbers.get(step.id) ?? 0}
              current={step.id === currentId}
              href={hrefOf(step.id)}
              states={progress !== null}
              onChoose={onChoose}
            />
          ))}
        </Section>
      ))}
    </Box>
  )
}

function Section({ section, children }: { section: OutlineSection; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" {...(section.title ? { 'aria-labelledby': id } : {})} sx={{ '& + &': { mt: 1.5 } }}>
      {section.title && (
        <Typography
          id={id}
          variant="overline"
          component="h2"
          color="textSecondary"
          sx={{ px: 1.5, mb: 0.25, display: 'block', overflowWrap: 'anywhere' }}
        >
          {section.title}
        </Typography>
      )}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25 }}>
        {children}
      </Box>
    </Box>
  )
}

interface StepRowProps {
  step: OutlineActivity
  number: number
  current: boolean
  href: string
  states: boolean
  onChoose: (() => void) | undefined
}

function StepRow({ step, number, current, href, states, onChoose }: StepRowProps) {
  const { t } = useTranslation('learning')
  const { t: words } = useTranslation('steps')
  const Anchor = useAnchor()
  const { lock } = step
  const rule = isStepDone(step) ? '' : ruleText(words, step)
  const facts = [words(`kinds.${step.kind}`), step.minutes > 0 ? t('minutes', { count: step.minutes }) : '']
    .filter(Boolean)
    .join(' · ')
  const content = (
    <>
      {states ? (
        <StepIcon state={step.state} locked={lock !== null} />
      ) : (
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          aria-hidden
          sx={{ width: 22, textAlign: 'center', flexShrink: 0, fontWeight: 700 }}
        >
          {number}
        </Typography>
      )}
      <Box component="span" sx={{ display: 'block', minWidth: 0, flex: 1 }}>
        <Box
          component="span"
          sx={{ display: 'block', fontWeight: current ? 800 : 600, lineHeight: 1.35, overflowWrap: 'anywhere' }}
        >
          {step.title}
          {current && <span style={visuallyHidden}>, {t('current')}</span>}
        </Box>
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {facts}
        </Typography>
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {lock ? lockText(t, lock) : rule}
        </Typography>
      </Box>
    </>
  )
  const row = {
    display: 'flex',
    gap: 1.25,
    alignItems: 'flex-start',
    px: 1.5,
    py: 1,
    borderRadius: '10px',
    color: 'text.primary',
    textDecoration: 'none',
  } as const
  return (
    <li>
      {lock && !current ? (
        <Box sx={{ ...row, color: 'text.secondary' }}>{content}</Box>
      ) : (
        <Box
          // NOTE the router always marks its link to the current page as aria-current="page", so the current step is a
          // plain link
          component={current ? 'a' : Anchor}
          href={href}
          onClick={(event: MouseEvent) => {
            if (current && !event.ctrlKey && !event.metaKey && !event.shiftKey) event.preventDefault()
            onChoose?.()
          }}
          {...(current ? { 'aria-current': 'step' as const } : {})}
          sx={(theme) => ({
            ...row,
            ...(current
              ? { bgcolor: theme.palette.primary.soft, boxShadow: `inset 3px 0 0 ${theme.palette.primary.main}` }
              : {}),
            '&:hover': { bgcolor: current ? theme.palette.primary.soft : 'action.hover' },
          })}
        >
          {content}
        </Box>
      )}
    </li>
  )
}
