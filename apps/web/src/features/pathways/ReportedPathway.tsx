import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PersonPathway } from './PersonPathway.tsx'

/** One pathway of a person on the page of their report. */
export function ReportedPathway({
  pathwayId,
  userId,
  name,
  page,
}: {
  pathwayId: string
  userId: string
  name: string | null
  page: string
}) {
  const { t } = useTranslation('pathwayEditor')
  const navigate = useNavigate()
  return (
    <PersonPathway
      pathwayId={pathwayId}
      userId={userId}
      name={name}
      back={t('people.backToReport', { name: name ?? '' })}
      onBack={() => void navigate({ href: page, resetScroll: false })}
    />
  )
}
