import type { Activity } from '@learnt/contract/courses'
import { readWebAddress } from '@learnt/contract/web-address'
import OpenIcon from '@mui/icons-material/OpenInNew'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useTranslation } from 'react-i18next'
import { DraftText } from '../documents/DraftText.tsx'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'

export function LinkFields({ activity }: { activity: Extract<Activity, { kind: 'link' }> }) {
  const { t } = useTranslation('courses')
  const { editActivity } = useEditing()
  const address = readWebAddress(activity.url)
  return (
    <DraftText
      field={activityField(activity.id, 'url')}
      label={t('link.label')}
      helperText={t('link.help')}
      type="url"
      value={activity.url}
      maxLength={2000}
      placeholder="https://"
      onChange={(url) => editActivity(activity, { url })}
      onBlur={() => {
        const url = activity.url.trim()
        // most people leave the beginning away
        if (url && !/^[a-z]+:/i.test(url) && /^[^\s/]+\.[^\s]+$/.test(url))
          editActivity(activity, { url: `https://${url}` })
        else if (url !== activity.url) editActivity(activity, { url })
      }}
      slotProps={{
        htmlInput: { dir: 'ltr', inputMode: 'url' },
        input: {
          endAdornment: address ? (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                component="a"
                href={address}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('link.try')}
              >
                <OpenIcon fontSize="small" />
              </IconButton>
            </InputAdornment>
          ) : null,
        },
      }}
    />
  )
}
