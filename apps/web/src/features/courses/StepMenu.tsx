import type { Activity, Section } from '@learnt/contract/courses'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MoveIcon from '@mui/icons-material/DriveFileMoveOutlined'
import { useTranslation } from 'react-i18next'
import { type ActionItem, ActionMenu } from '../../ui/ActionMenu.tsx'
import { moveActions } from '../../ui/outline/move-actions.tsx'
import { findPlace, neighbourOf } from './content.ts'
import type { Outline } from './useOutline.ts'

/** Up, down, to another section, duplicate, remove: everything that dragging does, without dragging. */
export function StepMenu({
  activity,
  sections,
  outline,
}: {
  activity: Activity
  sections: readonly Section[]
  outline: Outline
}) {
  const { t } = useTranslation(['courses', 'common'])
  const here = findPlace(sections, activity.id)
  const elsewhere: ActionItem[] = sections.flatMap((section, at) =>
    at === here?.section
      ? []
      : [
          {
            id: `to-${section.id}`,
            label: t('outline.toSection', { section: outline.sectionName(at) }),
            icon: <MoveIcon fontSize="small" />,
            run: () => outline.toSection(activity.id, at),
          },
        ],
  )
  const items: ActionItem[] = [
    ...moveActions(
      (way) => t(`outline.${way}`),
      (way) => neighbourOf(sections, activity.id, way) !== null,
      (way) => outline.step(activity.id, way),
    ),
    ...elsewhere,
    {
      id: 'copy',
      label: t('outline.duplicate'),
      icon: <CopyIcon fontSize="small" />,
      dividerBefore: true,
      run: () => outline.duplicate(activity),
    },
    {
      id: 'remove',
      label: t('outline.remove'),
      icon: <DeleteIcon fontSize="small" />,
      danger: true,
      run: () => outline.remove(activity),
    },
  ]
  return <ActionMenu label={t('outline.actionsOf', { name: activity.title })} items={items} />
}
