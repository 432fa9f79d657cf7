import type { UnderWayPreview } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** Steps named one by one; more of them are counted. */
const named = 12

/** What carrying people over does to their progress, step by step where it is not simply kept. */
export function StepEffects({ met: { steps, finishing } }: { met: UnderWayPreview }) {
  const { t, i18n } = useTranslation(['courses', 'documents'])
  const formatted = (count: number) => ({ count, formatted: formatNumber(count, i18n.language) })
  const kept = steps.filter((step) => step.effect === 'kept')
  const others = steps.filter((step) => step.effect !== 'kept')
  const fieldsOf = (fields: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(
      fields.map((field) =>
        t(`change.field.${field as 'html'}`, {
          defaultValue: t(`documents:change.field.${field as 'title'}`, {
            defaultValue: t('documents:change.field.other'),
          }),
        }),
      ),
    )
  const lines = [
    ...(kept.length > 0 ? [t('publish.effect.kept', formatted(kept.length))] : []),
    ...others.slice(0, named).map(({ title, effect, fields, people }) => {
      const begun = effect === 'added' || people === 0 ? '' : ` ${t('publish.effect.begun', formatted(people))}`
      return `${t(`publish.effect.${effect as 'changed'}`, { title, fields: fieldsOf(fields) })}${begun}`
    }),
    ...(others.length > named ? [t('publish.effect.more', formatted(others.length - named))] : []),
    ...(finishing > 0 ? [t('publish.effect.finishing', formatted(finishing))] : []),
  ]
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, display: 'grid', gap: 0.25 }}>
      {lines.map((line) => (
        <Typography component="li" variant="body2" key={line} sx={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </Box>
  )
}
