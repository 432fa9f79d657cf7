import type { CourseContent } from '@learnt/contract/courses'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { EditorCards } from '../documents/EditorCards.tsx'
import type { ContentEditorProps } from '../documents/kind.ts'
import { ActivityForm } from './ActivityForm.tsx'
import { BundleCourses } from './BundleCourses.tsx'
import { CourseDetails } from './CourseDetails.tsx'
import { CourseOutline } from './CourseOutline.tsx'
import { findActivity } from './content.ts'
import { useEditing } from './editing.ts'
import { KindIcon } from './KindIcon.tsx'
import { offeredKinds } from './kinds.tsx'
import { useOutline } from './useOutline.ts'

/** Outline and form beside each other; on a phone the outline is a list and each form a page. `item`: `details`, or a step. */
export function CourseEditor({ item, onItem }: Pick<ContentEditorProps<CourseContent>, 'item' | 'onItem'>) {
  const { t } = useTranslation('courses')
  const { features } = useSession().settings
  const { document: course, content, locked } = useEditing()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const focusTitle = useRef<string | null>(null)
  const outline = useOutline((next, focus) => {
    if (next && focus) focusTitle.current = next
    onItem(next)
  })
  const activity = item ? findActivity(content, item) : null
  const shown = activity ? activity.id : item === 'details' || !phone ? 'details' : null

  // a new step: its title is the first thing to write; on a phone the form is a page of its own
  useEffect(() => {
    if (!shown) return
    if (focusTitle.current === shown) {
      focusTitle.current = null
      const title = document.querySelector<HTMLInputElement>(`[data-field="activity/${shown}/title"] input`)
      title?.focus()
      title?.select()
    } else if (phone) {
      scrollTo({ top: 0 })
      document.querySelector<HTMLElement>(`[data-item-heading="${shown}"]`)?.focus()
    }
  }, [shown, phone])

  if (course.isBundle) {
    return (
      <EditorCards details={<CourseDetails />}>
        <BundleCourses />
      </EditorCards>
    )
  }

  const form = shown && (
    <Card
      component="section"
      aria-label={activity?.title || t('outline.details')}
      sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}
    >
      {activity ? <ActivityForm key={activity.id} activity={activity} outline={outline} /> : <CourseDetails />}
    </Card>
  )
  const start = content.sections.every((section) => section.activities.length === 0) && !locked && (
    <Box component="section" aria-labelledby="begin-heading" sx={{ mt: content.sections.length > 0 ? 2 : 0 }}>
      <Typography id="begin-heading" variant="subtitle2" component="h2" sx={{ mb: 1 }}>
        {t('outline.begin')}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr 1fr', md: '1fr' } }}>
        {offeredKinds(features).map((kind) => (
          <Card key={kind}>
            <CardActionArea
              onClick={() => outline.add(kind)}
              sx={{
                display: 'flex',
                justifyContent: 'flex-start',
                gap: 1.25,
                p: 1.25,
                textAlign: 'start',
                alignItems: 'center',
              }}
            >
              <KindIcon kind={kind} />
              <Box sx={{ minWidth: 0 }}>
                <Typography variant="body2" sx={{ fontWeight: 700 }}>
                  {t(`kinds.${kind}.name`)}
                </Typography>
                <Typography
                  variant="caption"
                  component="p"
                  color="textSecondary"
                  sx={{ display: { xs: 'none', sm: 'block' } }}
                >
                  {t(`kinds.${kind}.about`)}
                </Typography>
              </Box>
            </CardActionArea>
          </Card>
        ))}
      </Box>
    </Box>
  )
  const side = (
    <>
      <CourseOutline selected={shown} onSelect={onItem} outline={outline} />
      {start}
    </>
  )
  if (phone) {
    return form || side
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { md: '280px minmax(0, 1fr)', lg: '320px minmax(0, 1fr)', xl: '360px minmax(0, 1fr)' },
        alignItems: 'start',
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          top: 'calc(var(--sticky-top, 64px) + 16px)',
          maxHeight: 'calc(100vh - var(--sticky-top, 64px) - 32px)',
          overflowY: 'auto',
          pb: 1,
          px: 0.25,
          scrollbarWidth: 'thin',
        }}
      >
        {side}
      </Box>
      {form}
    </Box>
  )
}
