import type { PreviewPeople } from '@learnt/contract/permissions'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** The people that a change affects in one way: how many, and the first of them by name. */
export function PreviewPart({
  icon,
  tone,
  title,
  part,
}: {
  icon: ReactNode
  tone: 'success' | 'neutral' | 'error'
  title: string
  part: PreviewPeople
}) {
  const { t, i18n } = useTranslation('permissions')
  const rest = part.count - part.sample.length
  return (
    <Box
      sx={(theme) => ({
        mb: 1.25,
        p: 1.5,
        borderRadius: '10px',
        bgcolor: part.count === 0 || tone === 'neutral' ? 'action.hover' : theme.palette[tone].soft,
        color: part.count === 0 || tone === 'neutral' ? 'text.primary' : theme.palette[tone].onSoft,
      })}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        {icon}
        <Typography variant="body2" sx={{ fontWeight: 700 }}>
          {title}
        </Typography>
      </Box>
      {part.sample.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 0.75, p: 0, listStyle: 'none', paddingInlineStart: 4 }}>
          {part.sample.map((person) => (
            <Typography
              key={person.userId}
              component="li"
              variant="caption"
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {person.name}
              {person.position.length > 0 && <span>{` · ${person.position.join(', ')}`}</span>}
            </Typography>
          ))}
          {rest > 0 && (
            <Typography component="li" variant="caption" sx={{ display: 'block', fontWeight: 700 }}>
              {t('preview.more', words(rest, i18n.language))}
            </Typography>
          )}
        </Box>
      )}
    </Box>
  )
}

function words(count: number, language: string) {
  return { count, formatted: formatNumber(count, language) }
}
