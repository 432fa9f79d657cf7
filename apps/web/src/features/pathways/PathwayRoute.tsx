import type { OwnPathway, OwnPathwayStep } from '@learnt/contract/pathways'
import DoneIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'
import { RouteStep } from './RouteStep.tsx'
import type { RouteSection } from './way.ts'

export interface PathwayRouteProps {
  pathway: OwnPathway
  /** Steps lead to their pages: for the learner, not for those who look at somebody's pathway. */
  hasLinks?: boolean
  /** What the page offers for a step, beside its state. */
  actionsOf?: (step: OwnPathwayStep) => ReactNode
}

/** The outline of a pathway in their order along a line, each with how much of it is needed and its steps. */
export function PathwayRoute({ pathway, hasLinks = false, actionsOf }: PathwayRouteProps) {
  const { t } = useTranslation('pathways')
  const { sections, next } = pathway
  return (
    <Box component="ol" aria-label={t('way')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {sections.map((section, at) => (
        <Box
          component="li"
          key={section.id}
          sx={{ display: 'grid', gridTemplateColumns: { xs: '28px minmax(0, 1fr)', sm: '40px minmax(0, 1fr)' } }}
        >
          <Box aria-hidden sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center' }}>
            <SectionMark number={at + 1} isDone={section.isSatisfied} />
            {at < sections.length - 1 && (
              <Box
                sx={{ flex: 1, width: '2px', bgcolor: section.isSatisfied ? 'success.main' : 'divider', minHeight: 16 }}
              />
            )}
          </Box>
          <Box sx={{ paddingInlineStart: { xs: 1, sm: 2 }, pb: 4, minWidth: 0 }}>
            <SectionHead section={section} number={at + 1} />
            <Box
              component="ol"
              aria-label={section.title || t('section', { number: at + 1 })}
              sx={{ listStyle: 'none', m: 0, mt: 1.5, p: 0, display: 'grid', gap: 1.25 }}
            >
              {section.steps.map((step) => (
                <RouteStep
                  key={step.id}
                  step={step}
                  rule={section.rule.rule}
                  pathwayId={pathway.pathwayId}
                  isNext={step.id === next?.stepId}
                  hasLinks={hasLinks}
                  actions={actionsOf?.(step)}
                />
              ))}
            </Box>
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function SectionMark({ number, isDone }: { number: number; isDone: boolean }) {
  return (
    <Box
      sx={{
        width: { xs: 28, sm: 36 },
        height: { xs: 28, sm: 36 },
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        borderRadius: '50%',
        border: '2px solid',
        fontWeight: 800,
        borderColor: isDone ? 'success.main' : 'text.secondary',
        color: isDone ? 'success.main' : 'text.primary',
      }}
    >
      {isDone ? <DoneIcon fontSize="small" /> : number}
    </Box>
  )
}

function SectionHead({ section, number }: { section: RouteSection; number: number }) {
  const { t } = useTranslation('pathways')
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'baseline', pt: 0.25 }}>
      <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {section.title || t('section', { number })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          <SectionNeed section={section} />
        </Typography>
      </Box>
      <SectionProgress section={section} />
    </Box>
  )
}

/** How much of the section has to be done, as a sentence. */
function SectionNeed({ section: { rule, steps, needed } }: { section: RouteSection }) {
  const { t, i18n } = useTranslation('pathways')
  if (rule.rule === 'any')
    return t('needs.anyOf', { count: rule.count, total: steps.filter((step) => step.isRequired).length })
  if (rule.rule === 'credits') return t('needs.creditsOf', { needed: formatNumber(rule.credits, i18n.language) })
  return needed === 0 ? t('needs.optionalOnly') : t('needs.allOf', { count: needed })
}

function SectionProgress({ section: { rule, done, needed, isSatisfied } }: { section: RouteSection }) {
  const { t, i18n } = useTranslation('pathways')
  if (needed === 0) return null
  const words = t(`needs.${rule.rule}`, {
    done: formatNumber(Math.min(done, needed), i18n.language),
    needed: formatNumber(needed, i18n.language),
  })
  return (
    <span className="word-chip" data-tone={isSatisfied ? 'success' : 'neutral'}>
      {isSatisfied ? `${t('sectionDone')} · ${words}` : words}
    </span>
  )
}
