import { badgeLimits } from '@learnt/contract/badge-design'
import type { Badge } from '@learnt/contract/badges'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { TitleDialog } from '../../ui/TitleDialog.tsx'

/** Begins a badge, as a copy of another one if there is one, and opens the designer. Mount it to open it. */
export function NewBadgeDialog({ copied, onClose }: { copied?: Badge; onClose: () => void }) {
  const { t } = useTranslation('badges')
  const navigate = useNavigate()
  const create = useSend(api.badges.create, {
    onSuccess: ({ id: made }) => {
      onClose()
      void navigate({ to: paths.badge(made) })
    },
  })
  return (
    <TitleDialog
      title={t(copied ? 'list.copy' : 'list.create')}
      label={t('list.name')}
      help={t('list.nameHelp')}
      submitLabel={t('list.begin')}
      maxLength={badgeLimits.title}
      suggested={copied ? t('list.copyOf', { title: copied.title }) : ''}
      sending={create}
      onSubmit={(title) => create.mutate({ body: { title, ...(copied ? { copyOf: copied.id } : {}) } })}
      onClose={onClose}
    />
  )
}
