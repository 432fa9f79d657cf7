import type { ManagerPair, ManagerRulePreview } from '@learnt/contract/manager-rules'
import { managerRuleLimits } from '@learnt/contract/manager-rules'
import GainIcon from '@mui/icons-material/AddCircleOutlined'
import LoseIcon from '@mui/icons-material/RemoveCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatNumber } from '../../ui/times.ts'

/** Which pairs of manager and person would come and go if the rule were saved so. */
export function PairsPreview({
  preview,
  isStale,
}: {
  preview: UseQueryResult<ManagerRulePreview> | null
  isStale: boolean
}) {
  const { t, i18n } = useTranslation(['managers', 'permissions'])
  const { t: problems } = useTranslation('problems')
  const words = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const data = preview?.data
  return (
    <Box component="section" aria-label={t('preview.title')} aria-busy={isStale}>
      <Typography variant="subtitle2" component="h3">
        {t('preview.title')}
      </Typography>
      <Box sx={{ height: 3, my: 0.75 }}>
        {isStale && data && <LinearProgress aria-label={t('permissions:preview.counting')} sx={{ height: 3 }} />}
      </Box>
      {!preview ? (
        <Typography variant="body2" color="textSecondary">
          {t('preview.nothing')}
        </Typography>
      ) : preview.error && !data ? (
        <Alert severity="error">{problemText(problems, preview.error)}</Alert>
      ) : !data ? (
        <LinesSkeleton lines={4} />
      ) : (
        <Box sx={{ opacity: isStale ? 0.55 : 1, transition: 'opacity 150ms' }}>
          <Box role="status" sx={{ mb: 1.5 }}>
            <Typography sx={{ fontWeight: 700 }}>{t('preview.people', words(data.people))}</Typography>
            <Typography variant="body2">{t('preview.managers', words(data.managers))}</Typography>
            <Typography variant="body2" color="textSecondary">
              {t('preview.without', words(data.withoutManager))}
            </Typography>
          </Box>
          {data.most.count > managerRuleLimits.managersOfOne && (
            <Alert severity="error" sx={{ mb: 1.5 }}>
              {t('preview.tooMany', { ...words(data.most.count), name: data.most.person })}
            </Alert>
          )}
          <Part
            icon={<GainIcon color="success" />}
            tone="success"
            title={t('preview.gain', words(data.gain.count))}
            {...data.gain}
          />
          <Part
            icon={<LoseIcon color="error" />}
            tone="error"
            title={t('preview.lose', words(data.lose.count))}
            {...data.lose}
          />
        </Box>
      )}
    </Box>
  )
}

function Part(props: {
  icon: ReactNode
  tone: 'success' | 'error'
  title: string
  count: number
  sample: readonly ManagerPair[]
}) {
  const { icon, tone, title, count, sample } = props
  const { t, i18n } = useTranslation('managers')
  const rest = count - sample.length
  return (
    <Box
      sx={(theme) => ({
        mb: 1.25,
        p: 1.5,
        borderRadius: '10px',
        bgcolor: count === 0 ? 'action.hover' : theme.palette[tone].soft,
        color: count === 0 ? 'text.primary' : theme.palette[tone].onSoft,
      })}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        {icon}
        <Typography variant="body2" sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
      </Box>
      {sample.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.75, p: 0, listStyle: 'none', paddingInlineStart: 4 }}>
          {sample.map(({ manager, person }) => (
            <Typography
              key={`${manager.userId} ${person.userId}`}
              component="li"
              variant="caption"
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {t('preview.pair', { manager: manager.name, person: person.name })}
            </Typography>
          ))}
          {rest > 0 && (
            <Typography component="li" variant="caption" sx={{ display: 'block', fontWeight: 700 }}>
              {t('preview.more', { count: rest, formatted: formatNumber(rest, i18n.language) })}
            </Typography>
          )}
        </Box>
      )}
    </Box>
  )
}
