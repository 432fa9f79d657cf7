import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call, newKey } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { paths } from '../../routes/paths.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { uploadFile } from '../certificates/upload-file.ts'
import { FeedSettings } from './FeedSettings.tsx'
import { RunList } from './RunList.tsx'
import { uploadTrouble } from './upload-trouble.ts'

const tabs = ['runs', 'settings'] as const

/** The HR feed of the team: its runs, and what its columns fill. */
export function FeedHistoryPage() {
  const { t } = useTranslation('feeds')
  const { t: problems } = useTranslation('problems')
  const navigate = useNavigate()
  const { tab: wanted } = useSearch({ strict: false }) as { tab?: string }
  const tab = tabs.find((one) => one === wanted) ?? 'runs'
  const input = useRef<HTMLInputElement>(null)
  const start = useMutation({
    mutationFn: async (file: File) => {
      const uploadId = await uploadFile(file)
      return call(api.feeds.start, { body: { uploadId } }, { idempotencyKey: newKey() })
    },
    onSuccess: (run) => void navigate({ to: paths.feedRun(run.id) }),
  })
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('text')}
        actions={
          <>
            <input
              ref={input}
              type="file"
              hidden
              accept=".csv,.txt,.tsv,.xlsx,text/csv"
              data-testid="feed-file"
              aria-label={t('upload')}
              onChange={(event) => {
                const [file] = event.target.files ?? []
                event.target.value = ''
                if (file) start.mutate(file)
              }}
            />
            <Button
              variant="contained"
              startIcon={<UploadIcon />}
              loading={start.isPending}
              onClick={() => input.current?.click()}
            >
              {t('upload')}
            </Button>
          </>
        }
      />
      {start.error && (
        <Alert severity="error" role="alert" onClose={() => start.reset()} sx={{ mb: 2 }}>
          {uploadTrouble(problems, start.error)}
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(_, next: string) =>
          void navigate({ to: '.', search: (next === 'runs' ? {} : { tab: next }) as never, resetScroll: false })
        }
        aria-label={t('title')}
        variant="scrollable"
        scrollButtons={false}
        sx={{ mb: 2 }}
      >
        {tabs.map((name) => (
          <Tab key={name} value={name} label={t(`tabs.${name}`)} id={`tab-${name}`} aria-controls={`panel-${name}`} />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'runs' ? <RunList /> : <FeedSettings />}
      </div>
    </>
  )
}
