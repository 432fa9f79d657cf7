import { certificateStates, type IssuedCertificate } from '@learnt/contract/certificates'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import RenameIcon from '@mui/icons-material/DriveFileRenameOutlineOutlined'
import RevokeIcon from '@mui/icons-material/HighlightOffOutlined'
import VerifyIcon from '@mui/icons-material/VerifiedOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { AsOfField } from '../../lists/AsOfField.tsx'
import { AsOfNotice } from '../../lists/AsOfNotice.tsx'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatDay } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { credentialPaths } from '../credentials/paths.ts'
import { useTabList } from '../permissions/useTabList.ts'
import { askIssued, type CertificateReader, certificatesFilter, pdfOf } from './asks.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { StateMark } from './StateMark.tsx'

const kept = ['tab']

/** Issued certificates: a report with files, and for administrators what can be done with each. */
export function IssuedList({ as }: { as: CertificateReader }) {
  const { t, i18n } = useTranslation(['certificates', 'myCertificates'])
  const { t: problems } = useTranslation('problems')
  const [list, changeList] = useTabList(kept)
  const [asked, setAsked] = useState<{ change: 'revoke' | 'reissue'; one: IssuedCertificate } | null>(null)
  const issued = useQuery({ ...askIssued(as, list), placeholderData: keepPreviousData })
  const counts = issued.data?.counts
  const zip = useSend(api.certificates.zip, {
    outdates: ['jobs'],
    onSuccess: () => showToast({ variant: 'success', text: t('issued.zipStarted') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const columns = useMemo<Column<IssuedCertificate>[]>(() => {
    const day = (text: string | null) =>
      text === null ? '–' : formatDay(new Date(`${text}T12:00:00Z`), i18n.language, 'UTC')
    return [
      {
        id: 'person',
        header: t('issued.person'),
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, maxWidth: 280, overflowWrap: 'anywhere' }}>
            <AppLink href={paths.learnerReport(as, one.userId)}>{one.name}</AppLink>
            {one.holderName !== one.name && (
              <Typography variant="caption" component="p" color="textSecondary">
                {t('issued.holder', { name: one.holderName })}
              </Typography>
            )}
          </Box>
        ),
      },
      {
        id: 'title',
        header: t('issued.title'),
        card: 'subtitle',
        cell: (one) => <Box sx={{ maxWidth: 300, overflowWrap: 'anywhere' }}>{one.title}</Box>,
      },
      { id: 'serial', header: t('issued.serial'), cell: (one) => <Whole text={one.serial} /> },
      { id: 'issuedDay', header: t('issued.issuedDay'), cell: (one) => <Whole text={day(one.issuedDay)} /> },
      { id: 'validUntil', header: t('issued.validUntil'), cell: (one) => <Whole text={day(one.validUntil)} /> },
      {
        id: 'state',
        header: t('issued.state'),
        cell: (one) => (
          <Box sx={{ maxWidth: 260 }}>
            <StateMark state={one.state} isExpiring={one.isExpiring} />
            {(one.reason || one.replacedBy) && (
              <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {one.replacedBy ? t('myCertificates:replacedBy', { serial: one.replacedBy }) : one.reason}
              </Typography>
            )}
          </Box>
        ),
      },
    ]
  }, [t, i18n.language, as])
  const query = certificatesFilter(list)
  return (
    <>
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', mb: 2 }}>
        <AsOfField state={list} onChange={changeList} history={issued.data} />
      </Box>
      <AsOfNotice state={list} onChange={changeList} historyFrom={issued.data?.historyFrom} />
      <DataTable
        label={t('tabs.issued')}
        columns={columns}
        query={issued}
        state={list}
        onChange={changeList}
        rowId={(one) => one.id}
        rowName={(one) => `${one.name}: ${one.title}`}
        filters={[
          {
            key: 'state',
            label: t('issued.state'),
            options: certificateStates.map((value) => ({
              value,
              label: t(`myCertificates:states.${value}`),
              ...(counts ? { count: counts.find((one) => one.value === value)?.count ?? 0 } : {}),
            })),
          },
        ]}
        searchLabel={t('issued.search')}
        empty={<EmptyState title={t('issued.empty')} text={t('issued.emptyText')} />}
        toolbar={
          <>
            <CsvButton
              href={addressOf(api.certificates[as].csv, { query })}
              fileName="certificates.csv"
              label={t('issued.csv')}
            />
            <CsvButton
              href={addressOf(api.certificates[as].xlsx, { query })}
              fileName="certificates.xlsx"
              label={t('issued.xlsx')}
            />
          </>
        }
        rowActions={(one) => [
          {
            id: 'download',
            label: t('myCertificates:download'),
            icon: <DownloadIcon fontSize="small" />,
            run: () => window.location.assign(pdfOf(one.id)),
          },
          {
            id: 'verify',
            label: t('myCertificates:verify'),
            icon: <VerifyIcon fontSize="small" />,
            href: credentialPaths.verify(one.credentialId),
          },
          ...(one.can.reissue === null
            ? [
                {
                  id: 'reissue',
                  label: t('change.reissue'),
                  icon: <RenameIcon fontSize="small" />,
                  run: () => setAsked({ change: 'reissue', one }),
                },
              ]
            : []),
          ...(one.can.revoke === null
            ? [
                {
                  id: 'revoke',
                  label: t('change.revoke'),
                  icon: <RevokeIcon fontSize="small" />,
                  run: () => setAsked({ change: 'revoke', one }),
                },
              ]
            : []),
        ]}
        bulkActions={(selected, clear) =>
          selected.by === 'ids' ? (
            <Button
              size="small"
              variant="outlined"
              loading={zip.isPending}
              onClick={() => zip.mutate({ body: { ids: [...selected.ids] } }, { onSuccess: clear })}
              sx={{ bgcolor: 'background.paper' }}
            >
              {t('issued.zip')}
            </Button>
          ) : (
            <Typography variant="body2">{t('issued.zipByPage')}</Typography>
          )
        }
      />
      {asked && <ChangeDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Dates and serials are read in one piece. */
function Whole({ text }: { text: string }) {
  return (
    <Box component="bdi" sx={{ whiteSpace: 'nowrap' }}>
      {text}
    </Box>
  )
}
