import { certificateLimits } from '@learnt/contract/certificate-design'
import type { CertificateTemplate } from '@learnt/contract/certificates'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { TitleDialog } from '../../ui/TitleDialog.tsx'

/** Begins a template, as a copy of another one if there is one, and opens the designer. Mount it to open it. */
export function NewTemplateDialog({ copied, onClose }: { copied?: CertificateTemplate; onClose: () => void }) {
  const { t } = useTranslation('certificates')
  const navigate = useNavigate()
  const create = useSend(api.certificates.templates.create, {
    onSuccess: ({ id: made }) => {
      onClose()
      void navigate({ to: paths.certificateTemplate(made) })
    },
  })
  return (
    <TitleDialog
      title={t(copied ? 'templates.copy' : 'templates.create')}
      label={t('templates.name')}
      help={t('templates.nameHelp')}
      submitLabel={t('templates.begin')}
      maxLength={certificateLimits.title}
      suggested={copied ? t('templates.copyOf', { title: copied.title }) : ''}
      sending={create}
      onSubmit={(title) => create.mutate({ body: { title, ...(copied ? { copyOf: copied.id } : {}) } })}
      onClose={onClose}
    />
  )
}
