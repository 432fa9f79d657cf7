import type { CertificateTemplate } from '@learnt/contract/certificates'
import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { askTemplates } from './asks.ts'
import { NewTemplateDialog } from './NewTemplateDialog.tsx'

const kept = ['tab']

/** Templates of certificates, each with what gives it. */
export function TemplatesList() {
  const { t, i18n } = useTranslation('certificates')
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useTabList(kept)
  const templates = useQuery({ ...askTemplates(list), placeholderData: keepPreviousData })
  const [copied, setCopied] = useState<CertificateTemplate | null>(null)
  const [removed, setRemoved] = useState<CertificateTemplate | null>(null)
  const remove = useSend(api.certificates.templates.remove, {
    onSuccess: () => showToast({ variant: 'success', text: t('templates.removed') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const columns = useMemo<Column<CertificateTemplate>[]>(
    () => [
      {
        id: 'title',
        header: t('templates.name'),
        fixed: true,
        card: 'title',
        cell: (one) => <AppLink href={paths.certificateTemplate(one.id)}>{one.title}</AppLink>,
      },
      {
        id: 'documents',
        header: t('templates.documents'),
        align: 'end',
        cell: (one) => formatNumber(one.documents, i18n.language),
      },
      {
        id: 'issued',
        header: t('templates.issued'),
        align: 'end',
        cell: (one) => formatNumber(one.issued, i18n.language),
      },
      {
        id: 'version',
        header: t('templates.version'),
        align: 'end',
        cell: (one) => formatNumber(one.revision, i18n.language),
      },
      { id: 'updatedAt', header: t('templates.updated'), cell: (one) => <DateText value={one.updatedAt} /> },
    ],
    [t, i18n.language],
  )
  return (
    <>
      <DataTable
        label={t('tabs.templates')}
        columns={columns}
        query={templates}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => one.title}
        searchLabel={t('templates.search')}
        empty={<EmptyState title={t('templates.empty')} text={t('templates.emptyText')} />}
        rowActions={(one) => [
          { id: 'copy', label: t('templates.copy'), icon: <CopyIcon fontSize="small" />, run: () => setCopied(one) },
          ...(one.documents + one.issued === 0
            ? [
                {
                  id: 'remove',
                  label: t('templates.remove'),
                  icon: <DeleteIcon fontSize="small" />,
                  run: () => setRemoved(one),
                },
              ]
            : []),
        ]}
      />
      {copied && <NewTemplateDialog copied={copied} onClose={() => setCopied(null)} />}
      <ConfirmDialog
        open={removed !== null}
        title={t('templates.removeTitle', { title: removed?.title ?? '' })}
        text={t('templates.removeText')}
        confirmLabel={t('templates.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed && remove.mutate({ params: { templateId: removed.id } }, { onSettled: () => setRemoved(null) })
        }
      />
    </>
  )
}
