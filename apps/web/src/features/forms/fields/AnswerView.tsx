import type { AnswerOfKind, AnswerValue } from '@learnt/contract/forms/answers'
import type { AskedField } from '@learnt/contract/forms/content'
import { sayAnswer, textIn } from '@learnt/contract/forms/texts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../../ui/AppLink.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { formatBytes, formatDay, formatNumber } from '../../../ui/times.ts'
import { useFilling } from './field-props.ts'
import { SignatureImage } from './SignatureImage.tsx'

// few forms ask for a place in a picture
const PointPicture = lazyPart(async () => (await import('./PointPicture.tsx')).PointPicture)

/** An answer to be read: in words where words say it, else as it was drawn, pointed at or uploaded. */
export function AnswerView({ field, answer }: { field: AskedField; answer: AnswerValue | undefined }) {
  const { t, i18n } = useTranslation('formFields')
  const { language, services, say } = useFilling()
  const nameOf = (list: readonly { key: string; label: Parameters<typeof textIn>[0] }[], key: string) => {
    const one = list.find((entry) => entry.key === key)
    return one ? textIn(one.label, language) : ''
  }
  if (answer === undefined) {
    return (
      <Typography color="textSecondary" sx={{ fontStyle: 'italic' }}>
        {t('notAnswered')}
      </Typography>
    )
  }
  switch (field.kind) {
    case 'signature': {
      const signature = answer as AnswerOfKind['signature']
      return (
        <Box sx={{ maxWidth: 360 }}>
          {signature.strokes.length > 0 && (
            <Box
              sx={{ aspectRatio: '5 / 2', border: 1, borderColor: 'divider', borderRadius: '8px', overflow: 'hidden' }}
            >
              <SignatureImage strokes={signature.strokes} label={t('signature.drawn', { name: signature.name })} />
            </Box>
          )}
          {signature.name && (
            <Plain>
              {t(signature.strokes.length > 0 ? 'signature.by' : 'signature.typed', { name: signature.name })}
            </Plain>
          )}
        </Box>
      )
    }
    case 'file':
      return (
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {(answer as AnswerOfKind['file']).map((file) => {
            const address = services.fileAddress(file.fileId)
            const about = `${file.name} (${formatBytes(file.size, i18n.language)})`
            return (
              <Typography component="li" key={file.fileId} sx={{ overflowWrap: 'anywhere' }}>
                {address ? (
                  <AppLink href={address} target="_blank" rel="noopener">
                    {about}
                  </AppLink>
                ) : (
                  about
                )}
              </Typography>
            )
          })}
        </Box>
      )
    case 'hotSpot': {
      const points = answer as AnswerOfKind['hotSpot']
      const address = field.fileId ? services.fileAddress(field.fileId) : ''
      if (!address) return <Plain>{sayAnswer(field, answer, { language })}</Plain>
      return <PointPicture src={address} alt={say(field.alt)} points={points} most={field.points} />
    }
    case 'ranking':
    case 'ordering':
      return (
        <Box component="ol" sx={{ m: 0, paddingInlineStart: 3 }}>
          {(answer as string[]).map((key) => (
            <Typography component="li" key={key} sx={{ overflowWrap: 'anywhere' }}>
              <bdi>{nameOf(field.kind === 'ranking' ? field.choices : field.items, key)}</bdi>
            </Typography>
          ))}
        </Box>
      )
    case 'matrix':
      return (
        <Pairs
          pairs={field.rows.map((row) => [
            textIn(row.label, language),
            ((answer as AnswerOfKind['matrix'])[row.key] ?? []).map((key) => nameOf(field.columns, key)).join(', '),
          ])}
        />
      )
    case 'matching':
      return (
        <Pairs
          pairs={field.items.map((item) => [
            textIn(item.label, language),
            nameOf(field.targets, (answer as AnswerOfKind['matching'])[item.key] ?? ''),
          ])}
        />
      )
    case 'gaps': {
      const given = answer as AnswerOfKind['gaps']
      const text = say(field.text).replace(/\[\[([a-z][a-z0-9-]{0,39})\]\]/g, (whole, key: string) => {
        const gap = field.gaps.find((one) => one.key === key)
        if (!gap) return whole
        const word = given[key] ?? ''
        return `[${(gap.choices.length > 0 ? nameOf(gap.choices, word) : word) || '…'}]`
      })
      return <Plain>{text}</Plain>
    }
    case 'date':
      return <Plain>{formatDay(new Date(`${String(answer)}T12:00:00Z`), i18n.language, 'UTC')}</Plain>
    case 'dateTime': {
      const [day = '', time = ''] = String(answer).split('T')
      return <Plain>{`${formatDay(new Date(`${day}T12:00:00Z`), i18n.language, 'UTC')} ${time}`}</Plain>
    }
    case 'number':
    case 'scale':
    case 'nps': {
      const number = formatNumber(Number(answer), i18n.language)
      return <Plain>{field.kind === 'number' && field.unit ? `${number} ${field.unit}` : number}</Plain>
    }
    case 'stars':
      return <Plain>{t('starsOf', { count: Number(answer), most: field.count })}</Plain>
    case 'yesNo':
      return <Plain>{answer === true ? t('yes') : t('no')}</Plain>
    case 'trueFalse':
      return <Plain>{answer === true ? t('true') : t('false')}</Plain>
    case 'consent':
      return <Plain>{answer === true ? t('agreed') : t('notAnswered')}</Plain>
    default:
      return <Plain>{sayAnswer(field, answer, { language })}</Plain>
  }
}

function Plain({ children }: { children: ReactNode }) {
  return (
    <Typography component="div" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  )
}

function Pairs({ pairs }: { pairs: readonly (readonly [string, string])[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.5 }}>
      {pairs.map(([name, value]) => (
        <Box key={name} sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          <Typography component="dt" dir="auto" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {name}:
          </Typography>
          <Typography component="dd" dir="auto" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {value || '–'}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}
