import type { LearnerCourse } from '@learnt/contract/learning'
import StartOverIcon from '@mui/icons-material/Replay'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import { StandingNote } from '../cycles/StandingNote.tsx'
import { isStepDone } from './course-steps.ts'
import { useStartOver } from './useStartOver.ts'

/** Until when a course is valid, when it can be renewed or begun again, and how often it was done before. */
export function CycleNote({ course, mayStartOver }: { course: LearnerCourse; mayStartOver: boolean }) {
  const { t } = useTranslation('cycles')
  const { impersonation } = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { startOver, isBusy } = useStartOver()
  const renew = async () => {
    const { userCourseId } = await call(api.cycles.renew, { params: { userCourseId: course.userCourseId } })
    await client.invalidateQueries({ queryKey: ['learning'] })
    await navigate({ to: paths.course(userCourseId) })
  }
  return (
    <StandingNote
      name={course.isBundle ? 'bundle' : 'course'}
      cycle={course.cycle}
      earlierCycles={course.earlierCycles}
      isDone={isStepDone(course)}
      onRenew={renew}
    >
      {mayStartOver && impersonation?.writes !== false && (
        <Box>
          <Button variant="outlined" startIcon={<StartOverIcon />} loading={isBusy} onClick={() => startOver(course)}>
            {t('startOver.button')}
          </Button>
        </Box>
      )}
    </StandingNote>
  )
}
