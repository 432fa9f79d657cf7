import { isKnownNavigation, type NavigationRow } from '@learnt/contract/navigation'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavIcon } from '../../shell/NavIcon.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { childrenOf, moveRow } from './tree.ts'
import { useEntryWords } from './use-entry-words.ts'

interface TreeProps {
  rows: NavigationRow[]
  onChange: (rows: NavigationRow[]) => void
  onEdit: (row: NavigationRow) => void
  onRemove: (row: NavigationRow) => void
}

/** The entries of a navigation, each level put in order by itself. */
export function NavigationTree(props: TreeProps) {
  return <Level {...props} parent={null} off={false} />
}

function Level({
  rows,
  onChange,
  onEdit,
  onRemove,
  parent,
  off,
}: TreeProps & { parent: NavigationRow | null; off: boolean }) {
  const { t } = useTranslation('settings')
  const { nameOf } = useEntryWords()
  const children = childrenOf(rows, parent?.id ?? null)
  if (parent && children.length === 0)
    return (
      <Typography variant="caption" component="p" color="textSecondary" sx={{ py: 1 }}>
        {t('navigation.emptyGroup')}
      </Typography>
    )
  return (
    <SortableList
      items={children}
      itemId={(row) => row.id}
      itemName={nameOf}
      label={parent ? nameOf(parent) : t('navigation.tree')}
      onMove={(from, to) => onChange(moveRow(rows, parent?.id ?? null, from, to))}
    >
      {(row, controls) => {
        const hidden = off || !row.enabled || !row.available
        return (
          <>
            <Entry
              row={row}
              controls={controls}
              hidden={hidden}
              onEnabled={(enabled) => onChange(rows.map((one) => (one.id === row.id ? { ...one, enabled } : one)))}
              onEdit={() => onEdit(row)}
              {...(isKnownNavigation(row.id) ? {} : { onRemove: () => onRemove(row) })}
            />
            {row.isGroup && (
              <Box
                sx={{
                  marginInlineStart: { xs: 1.5, sm: 4 },
                  borderInlineStart: 2,
                  borderColor: 'divider',
                  ps: 1,
                  paddingInlineStart: { xs: 1, sm: 2 },
                }}
              >
                <Level {...{ rows, onChange, onEdit, onRemove }} parent={row} off={hidden} />
              </Box>
            )}
          </>
        )
      }}
    </SortableList>
  )
}

function Entry(props: {
  row: NavigationRow
  controls: ReactNode
  hidden: boolean
  onEnabled: (enabled: boolean) => void
  onEdit: () => void
  onRemove?: () => void
}) {
  const { row, controls, hidden, onEnabled, onEdit, onRemove } = props
  const { t } = useTranslation('settings')
  const { nameOf, iconOf, hasPage, standardName } = useEntryWords()
  const name = nameOf(row)
  const about = row.url || (row.title && standardName(row.id)) || ''
  const reason = !row.available ? t('navigation.unavailable') : hasPage(row) ? '' : t('navigation.noPage')
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {controls}
      <Box
        aria-hidden
        sx={{ display: 'grid', placeItems: 'center', color: hidden ? 'text.disabled' : 'text.secondary' }}
      >
        <NavIcon name={iconOf(row)} />
      </Box>
      <Box sx={{ flex: '1 1 140px', minWidth: 0 }}>
        <Typography
          variant="body2"
          sx={{
            fontWeight: row.isGroup ? 800 : 600,
            color: hidden ? 'text.secondary' : 'text.primary',
            overflowWrap: 'anywhere',
          }}
        >
          {name}
        </Typography>
        {(about || reason) && (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {about && <bdi>{about}</bdi>}
            {about && reason && ' · '}
            {reason}
          </Typography>
        )}
      </Box>
      {row.isGroup && <Tag>{t('navigation.group')}</Tag>}
      {row.url && <Tag>{t('navigation.link')}</Tag>}
      <Box sx={{ display: 'inline-flex', alignItems: 'center', marginInlineStart: 'auto' }}>
        <IconButton size="small" aria-label={t('navigation.edit', { name })} onClick={onEdit}>
          <EditIcon fontSize="small" />
        </IconButton>
        {onRemove && (
          <IconButton size="small" aria-label={`${t('navigation.remove')}: ${name}`} onClick={onRemove}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        )}
        <Switch
          size="small"
          checked={row.enabled && row.available}
          disabled={!row.available}
          onChange={(event) => onEnabled(event.target.checked)}
          slotProps={{ input: { 'aria-label': t('navigation.enabled', { name }) } }}
        />
      </Box>
    </Box>
  )
}
