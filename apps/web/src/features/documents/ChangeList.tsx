import type { DocumentChange } from '@learnt/contract/documents'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** What changed, one sentence each. */
export function ChangeList({
  kind,
  changes,
  most = 40,
}: {
  kind: {
    useWords?: () => {
      change?: (change: DocumentChange, fields: string) => string | null
      field?: (name: string) => string | null
    }
  }
  changes: readonly DocumentChange[]
  most?: number
}) {
  const { t, i18n } = useTranslation('documents')
  const own = kind.useWords?.()
  const nameOf = (field: string) =>
    own?.field?.(field) ?? t(`change.field.${field as 'title'}`, { defaultValue: t('change.field.other') })
  const sentence = (given: DocumentChange) => {
    const fields = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
      ...new Set(given.fields.map(nameOf)),
    ])
    const change = { ...given, title: given.title || t('change.untitled') }
    return (
      own?.change?.(change, fields) ??
      (change.change === 'details'
        ? t('change.details', { fields })
        : t(`change.${change.change as 'stepAdded'}`, {
            title: change.title,
            defaultValue: t('change.other', { title: change.title }),
          } as { title: string }))
    )
  }
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.25 }}>
      {changes.slice(0, most).map((change) => (
        <Typography component="li" variant="body2" key={JSON.stringify(change)} sx={{ overflowWrap: 'anywhere' }}>
          {sentence(change)}
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
