import { type NavigationRow, navigationFaults, type TeamNavigation } from '@learnt/contract/navigation'
import AddIcon from '@mui/icons-material/Add'
import GroupIcon from '@mui/icons-material/CreateNewFolderOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useSession } from '../../api/SessionProvider.tsx'
import { useLeaveGuard } from '../../routes/leave-guard.ts'
import { SaveBar } from '../../shell/SaveBar.tsx'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { TeamSettings, useRevision } from '../../shell/TeamSettings.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { Tag } from '../../ui/Tag.tsx'
import { showToast } from '../../ui/toasts.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { NavigationPreview } from './NavigationPreview.tsx'
import { NavigationTree } from './NavigationTree.tsx'
import { changeRow, removeRow, toSend } from './tree.ts'
import { useEntryWords } from './use-entry-words.ts'

/** The side navigation of a team: order, words, icons, what is shown, own links and groups. */
export function NavigationPage() {
  const { t } = useTranslation('settings')
  const { team } = useSession()
  const navigate = useNavigate()
  const { teamId = team.id } = useSearch({ strict: false }) as { teamId?: string }
  const stored = useQuery({ ...queryOf(api.navigation.get, { params: { teamId } }), refetchOnWindowFocus: false })
  return (
    <SettingsFrame title={t('navigation.title')} text={t('navigation.text')}>
      <TeamSettings
        query={stored}
        chosen={teamId}
        onChoose={(next) => void navigate({ to: '.', search: { teamId: next } as never })}
      >
        {(first) => <Editor key={first.teamId} first={first} />}
      </TeamSettings>
    </SettingsFrame>
  )
}

function Editor({ first }: { first: TeamNavigation }) {
  const { t } = useTranslation(['settings', 'problems'])
  const { t: words } = useTranslation('problems')
  const { nameOf } = useEntryWords()
  const client = useQueryClient()
  const [rows, setRows] = useState(first.rows)
  const [refused, setRefused] = useState<string[]>([])
  const [open, setOpen] = useState<{ row: NavigationRow; isNew: boolean } | null>(null)
  const request = { params: { teamId: first.teamId } }

  const change = (next: NavigationRow[]) => {
    setRows(next)
    setRefused([])
  }
  const complain = (error: Error) => {
    const complaints = isProblem(error) ? error.errors : []
    setRefused(
      complaints.length > 0
        ? complaints.map(({ path, message }) => {
            const row = rows[Number(/^body\.rows\.(\d+)/.exec(path)?.[1] ?? -1)]
            return row ? `${nameOf(row)}: ${message}` : message
          })
        : [problemText(words, error)],
    )
  }
  const { loaded, take, failed, staleAlert } = useRevision(first, {
    read: () => client.fetchQuery({ ...queryOf(api.navigation.get, request), staleTime: 0 }),
    onTake: (fresh) => change(fresh.rows),
    onFailed: complain,
  })
  const isDirty = JSON.stringify(rows) !== JSON.stringify(loaded.rows)
  const outdates = ['navigation', 'session']
  const save = useSend(api.navigation.save, {
    outdates,
    onSuccess: (saved) => {
      take(saved)
      showToast({ variant: 'success', text: t('saved') })
    },
    onError: failed,
  })
  const reset = useSend(api.navigation.reset, {
    outdates,
    onSuccess: (saved) => {
      take(saved)
      showToast({ variant: 'success', text: t('navigation.resetDone') })
    },
    onError: failed,
  })
  useLeaveGuard(isDirty && !save.isPending && !reset.isPending)

  const send = (revision: number) => {
    const sent = toSend(rows)
    const faults = navigationFaults(sent)
    if (faults.length > 0)
      return setRefused(
        faults.map(({ index, key }) => `${nameOf(rows[index] ?? { id: '', title: '' })}: ${fieldText(words, key)}`),
      )
    setRefused([])
    save.mutate({ ...request, body: { rows: sent, revision } })
  }
  const remove = async (row: NavigationRow) => {
    const sure = await confirm({
      title: t('navigation.removeTitle', { name: nameOf(row) }),
      text: row.isGroup ? t('navigation.removeGroupText') : undefined,
      confirmLabel: t('navigation.remove'),
      danger: true,
    })
    if (sure) change(removeRow(rows, row.id))
  }
  const askReset = async () => {
    const sure = await confirm({
      title: t('navigation.resetTitle'),
      text: t('navigation.resetText', { team: loaded.displayName }),
      confirmLabel: t('reset'),
      danger: true,
    })
    if (sure) reset.mutate({ ...request, body: { revision: loaded.revision } })
  }
  const add = (isGroup: boolean) =>
    setOpen({
      isNew: true,
      row: {
        id: `${isGroup ? 'group' : 'link'}-${crypto.randomUUID().slice(0, 8)}`,
        parentId: null,
        title: '',
        icon: '',
        url: '',
        isGroup,
        exact: false,
        target: '',
        badge: '',
        badgeBackground: '',
        badgeColor: '',
        enabled: true,
        available: true,
      },
    })
  return (
    <>
      {staleAlert(send)}
      {refused.length > 0 && (
        <Alert severity="error" role="alert" sx={{ mb: 2.5 }}>
          {refused.map((one) => (
            <div key={one}>{one}</div>
          ))}
        </Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          alignItems: 'start',
          mb: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 300px' },
        }}
      >
        <Card component="section" aria-labelledby="navigation-tree" sx={{ p: { xs: 1.5, sm: 3 } }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 2 }}>
            <Typography id="navigation-tree" variant="h2" sx={{ fontSize: '1.0625rem' }}>
              {t('navigation.tree')}
            </Typography>
            <Tag>{t(loaded.isStandard ? 'navigation.standard' : 'navigation.own')}</Tag>
            <Box sx={{ flex: 1 }} />
            <Button size="small" variant="outlined" startIcon={<AddIcon />} onClick={() => add(false)}>
              {t('navigation.addLink')}
            </Button>
            <Button size="small" variant="outlined" startIcon={<GroupIcon />} onClick={() => add(true)}>
              {t('navigation.addGroup')}
            </Button>
          </Box>
          <NavigationTree
            rows={rows}
            onChange={change}
            onEdit={(row) => setOpen({ row, isNew: false })}
            onRemove={(row) => void remove(row)}
          />
        </Card>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 80 } }}>
          <NavigationPreview rows={rows} />
        </Box>
      </Box>
      <SaveBar
        isDirty={isDirty}
        onUndo={() => {
          change(loaded.rows)
          showToast({ variant: 'info', text: t('undone') })
        }}
        loading={save.isPending}
        onSave={() => send(loaded.revision)}
      >
        <Button color="inherit" loading={reset.isPending} onClick={() => void askReset()}>
          {t('reset')}
        </Button>
      </SaveBar>
      {open && (
        <EntryDialog
          key={open.row.id}
          row={open.row}
          rows={rows}
          isNew={open.isNew}
          onClose={() => setOpen(null)}
          onApply={(row) => {
            change(open.isNew ? [...rows, row] : changeRow(rows, row))
            setOpen(null)
          }}
        />
      )}
    </>
  )
}
