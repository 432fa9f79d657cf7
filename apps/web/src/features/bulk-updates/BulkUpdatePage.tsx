import type { BulkUpdatePage as BulkUpdate } from '@learnt/contract/bulk-updates'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ImportHeader } from '../imports/ImportHeader.tsx'
import { RunList } from '../imports/RunList.tsx'
import { bulkUpdatePages } from './bulk-update-pages.ts'

/** Files of completions from other systems, and what became of them. */
export function BulkUpdatePage() {
  const { t } = useTranslation('bulkUpdates')
  const figures = useMemo(
    () => [
      { id: 'done', header: 'update-success', of: (counts: BulkUpdate['counts']) => counts.done },
      { id: 'failed', header: 'update-failed', of: (counts: BulkUpdate['counts']) => counts.rejected + counts.failed },
      { id: 'skipped', header: 'update-skipped', of: (counts: BulkUpdate['counts']) => counts.skipped },
    ],
    [],
  )
  return (
    <>
      <ImportHeader
        pages={bulkUpdatePages}
        title={t('title')}
        text={t('text')}
        testId="bulk-update-file"
        actions={
          <CsvButton
            href={addressOf(api.bulkUpdates.sampleFile)}
            fileName="bulk-update-sample.csv"
            label={t('sample')}
          />
        }
      />
      <RunList<BulkUpdate>
        pages={bulkUpdatePages}
        label={t('log')}
        figures={figures}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
      />
    </>
  )
}
