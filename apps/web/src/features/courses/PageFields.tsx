import type { Activity } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { RichText } from '../../ui/RichText.tsx'
import { showUndo } from '../../ui/toasts.ts'
import { errorAt } from '../documents/field-errors.ts'
import { VideoHostsButton } from '../video-hosts/VideoHostsButton.tsx'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'
import { useUploadImage } from './useUploadImage.ts'
import { WordImport } from './WordImport.tsx'

export function PageFields({ activity }: { activity: Extract<Activity, { kind: 'page' }> }) {
  const { t } = useTranslation(['courses', 'common'])
  const { t: problems } = useTranslation('problems')
  const { document: course, editActivity, errors, locked } = useEditing()
  const key = activityField(activity.id, 'html')
  const error = fieldText(problems, errorAt(errors, key))
  const hosts = useQuery({ ...queryOf(api.videoHosts.get, {}), enabled: !locked })
  // what was typed while the file was read stays
  const now = useRef(activity)
  now.current = activity
  const place = useRef<HTMLDivElement>(null)
  const put = (html: string) => {
    // the editor takes no text from outside while somebody writes in it
    const focused = document.activeElement
    if (focused instanceof HTMLElement && focused.isContentEditable && place.current?.contains(focused)) focused.blur()
    editActivity(now.current, { html })
  }
  const uploadImage = useUploadImage()
  return (
    <Box ref={place} data-field={key}>
      <RichText
        label={t('page.label')}
        value={activity.html}
        onChange={(html) => editActivity(activity, { html })}
        disabled={locked}
        minHeight={280}
        uploadImage={uploadImage}
        videos={{
          hosts: hosts.data?.hosts ?? null,
          change: <VideoHostsButton label={t('page.changeHosts')} color="inherit" size="small" />,
        }}
        {...(error ? { error } : { help: t('page.help') })}
      />
      {!locked && (
        <WordImport
          courseId={course.id}
          onText={(html) => {
            const before = now.current.html
            put(before + html)
            showUndo(t('wordImport.added'), t('common:actions.undo'), () => put(before))
          }}
        />
      )}
    </Box>
  )
}
