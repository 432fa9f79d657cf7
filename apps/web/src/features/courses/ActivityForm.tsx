import type { Activity } from '@learnt/contract/courses'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { DraftText } from '../documents/DraftText.tsx'
import { CompletionField } from './CompletionField.tsx'
import { neighbourOf } from './content.ts'
import { DocumentFields } from './DocumentFields.tsx'
import { EventFields } from './EventFields.tsx'
import { useEditing } from './editing.ts'
import { FormFields } from './FormFields.tsx'
import { activityField } from './field-errors.ts'
import { KindIcon } from './KindIcon.tsx'
import { LinkFields } from './LinkFields.tsx'
import { MediaFields } from './MediaFields.tsx'
import { PackageFields } from './PackageFields.tsx'
import { PageFields } from './PageFields.tsx'
import { StepComments } from './StepComments.tsx'
import { StepMenu } from './StepMenu.tsx'
import type { Outline } from './useOutline.ts'

/** Everything about one step. */
export function ActivityForm({
  activity,
  outline,
  heading = true,
}: {
  activity: Activity
  outline: Outline
  heading?: boolean
}) {
  const { t } = useTranslation(['courses', 'common'])
  const { content, editActivity, locked } = useEditing()
  const steps = content.sections.flatMap((section) => section.activities)
  const number = steps.findIndex((one) => one.id === activity.id) + 1
  const up = neighbourOf(content.sections, activity.id, 'up') !== null
  const down = neighbourOf(content.sections, activity.id, 'down') !== null
  return (
    <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <KindIcon kind={activity.kind} size={40} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            variant={heading ? 'h2' : 'h3'}
            component={heading ? 'h2' : 'h4'}
            tabIndex={-1}
            data-item-heading={activity.id}
            sx={{ '&:focus-visible': { outline: 'none' } }}
          >
            {t(`kinds.${activity.kind}.name`)}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {t('step.number', { number, count: steps.length })}
          </Typography>
        </Box>
        {!locked && (
          <Box sx={{ display: 'flex', gap: 0.25 }}>
            <Tooltip title={t('outline.up')}>
              <span>
                <IconButton
                  size="small"
                  disabled={!up}
                  onClick={() => outline.step(activity.id, 'up')}
                  aria-label={t('common:sortable.up', { name: activity.title })}
                >
                  <UpIcon fontSize="small" />
                </IconButton>
              </span>
            </Tooltip>
            <Tooltip title={t('outline.down')}>
              <span>
                <IconButton
                  size="small"
                  disabled={!down}
                  onClick={() => outline.step(activity.id, 'down')}
                  aria-label={t('common:sortable.down', { name: activity.title })}
                >
                  <DownIcon fontSize="small" />
                </IconButton>
              </span>
            </Tooltip>
            <StepMenu activity={activity} sections={content.sections} outline={outline} />
          </Box>
        )}
      </Box>
      <DraftText
        required
        field={activityField(activity.id, 'title')}
        label={t('step.title')}
        value={activity.title}
        maxLength={200}
        onChange={(title) => editActivity(activity, { title })}
      />
      {kindFields(activity)}
      <CompletionField activity={activity} />
      <Box sx={{ maxWidth: 200 }}>
        <DraftText
          field={activityField(activity.id, 'minutes')}
          type="number"
          label={t('step.minutes')}
          value={activity.minutes === 0 ? '' : String(activity.minutes)}
          onChange={(text) =>
            editActivity(activity, { minutes: text === '' ? 0 : Math.max(0, Math.round(Number(text))) })
          }
          slotProps={{
            htmlInput: { min: 0, max: 6000, step: 1, inputMode: 'numeric' },
            input: { endAdornment: <InputAdornment position="end">{t('step.minutesUnit')}</InputAdornment> },
          }}
        />
      </Box>
      <DraftText
        field={activityField(activity.id, 'description')}
        label={t('step.description')}
        helperText={t('step.descriptionHelp')}
        value={activity.description}
        multiline
        minRows={2}
        maxRows={10}
        maxLength={2000}
        onChange={(description) => editActivity(activity, { description })}
      />
      <StepComments activity={activity} />
    </Box>
  )
}

function kindFields(activity: Activity) {
  switch (activity.kind) {
    case 'page':
      return <PageFields activity={activity} />
    case 'video':
    case 'audio':
      return <MediaFields activity={activity} />
    case 'document':
      return <DocumentFields activity={activity} />
    case 'link':
      return <LinkFields activity={activity} />
    case 'scorm':
      return <PackageFields activity={activity} />
    case 'form':
    case 'quiz':
      return <FormFields activity={activity} />
    case 'event':
      return <EventFields activity={activity} />
  }
}
