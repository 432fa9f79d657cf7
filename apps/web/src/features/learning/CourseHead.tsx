import type { CourseCard } from '@learnt/contract/learning'
import OutlineIcon from '@mui/icons-material/FormatListBulleted'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { CourseFacts } from './CourseCard.tsx'
import { useOutlineAside } from './PlayerFrame.tsx'
import { learningPaths } from './paths.ts'

/** The head of a course or bundle: of what a list knows of it already. */
export function CourseHead({
  card,
  pathwayId,
  onOutline,
}: {
  card: CourseCard
  /** The pathway that stands around it: the way back leads there. */
  pathwayId: string | null
  /** Opens the steps, which have a place of their own on wide screens. */
  onOutline?: () => void
}) {
  const { t } = useTranslation('learning')
  const aside = useOutlineAside()
  return (
    <PageHeader
      title={card.title}
      text={<CourseFacts course={card} />}
      back={
        pathwayId
          ? { href: paths.pathway(pathwayId), label: t('finishPathway') }
          : card.isBundle
            ? { href: learningPaths.myBundles, label: t('myBundles') }
            : { href: learningPaths.myCourses, label: t('back') }
      }
      status={
        <>
          {card.state !== 'notstarted' && <StateChip kind="progress" state={card.state} />}
          {(card.dueState === 'overdue' || card.dueState === 'soon') && <StateChip kind="due" state={card.dueState} />}
        </>
      }
      actions={
        onOutline &&
        !aside &&
        card.activityCount > 0 && (
          <Button variant="outlined" startIcon={<OutlineIcon />} aria-haspopup="dialog" onClick={onOutline}>
            {t('openOutline')}
          </Button>
        )
      }
    />
  )
}
