import type { PathwayCard } from '@learnt/contract/pathways'
import { useTranslation } from 'react-i18next'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'

/** What the pathway is to this person and where they stand. */
export function PathwayMarks({ pathway }: { pathway: PathwayCard }) {
  const { t } = useTranslation('pathways')
  return (
    <>
      {pathway.dueState === 'overdue' || pathway.dueState === 'soon' ? (
        <StateChip kind="due" state={pathway.dueState} />
      ) : (
        pathway.state !== 'notstarted' && <StateChip kind="progress" state={pathway.state} />
      )}
      {pathway.isOptional && <Tag>{t('optional')}</Tag>}
    </>
  )
}
