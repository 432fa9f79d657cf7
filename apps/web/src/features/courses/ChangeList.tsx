import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import type { Change } from './content.ts'

/** What changed, one sentence each. */
export function ChangeList({ changes, most = 40 }: { changes: readonly Change[]; most?: number }) {
  const { t, i18n } = useTranslation('courses')
  const fields = (names: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
      ...new Set(names.map((name) => t(`change.field.${name as 'title'}`, { defaultValue: t('change.field.other') }))),
    ])
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.25 }}>
      {changes.slice(0, most).map((change) => (
        <Typography component="li" variant="body2" key={JSON.stringify(change)} sx={{ overflowWrap: 'anywhere' }}>
          {change.title || change.change === 'details' || change.change === 'reordered'
            ? t(`change.${change.change}`, { title: change.title, fields: fields(change.fields) })
            : t(`change.${change.change}`, { title: t('change.untitled'), fields: fields(change.fields) })}
        </Typography>
      ))}
      {changes.length > most && (
        <Typography component="li" variant="body2" color="textSecondary">
          {t('change.more', { count: changes.length - most })}
        </Typography>
      )}
    </Box>
  )
}
