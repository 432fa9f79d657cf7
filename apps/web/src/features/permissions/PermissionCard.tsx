import type { Permission } from '@learnt/contract/permissions'
import EditIcon from '@mui/icons-material/EditOutlined'
import AudienceIcon from '@mui/icons-material/GroupsOutlined'
import PauseIcon from '@mui/icons-material/PauseCircleOutlined'
import PlayIcon from '@mui/icons-material/PlayCircleOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Chip from '@mui/material/Chip'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { useAnchor } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { formatNumber } from '../../ui/times.ts'
import { dueWords, ruleWords } from './rule-words.ts'
import { useApplyAgain, usePermissionStatus } from './usePermissionStatus.ts'
import { fieldsOfRules, useValueLabels } from './useValueLabels.ts'

/** One rule of a document: the people, how they get it, how many there are. */
export function PermissionCard({ permission, onEdit }: { permission: Permission; onEdit: () => void }) {
  const { t, i18n } = useTranslation('permissions')
  const labelOf = useValueLabels(fieldsOfRules([permission.rule]))
  const setStatus = usePermissionStatus()
  const Anchor = useAnchor()
  const { applyAgain, isPending } = useApplyAgain()
  const active = permission.status === 'active'
  const words = ruleWords(t, i18n.language, permission.rule, labelOf, permission.audiences)
  return (
    <Card component="li" sx={{ p: 2, display: 'flex', gap: 2, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography variant="h4" component="h3" sx={{ overflowWrap: 'anywhere' }}>
            {permission.title}
          </Typography>
          {!active && <StateChip kind="permission" state={permission.status} />}
          <Chip
            size="small"
            variant="outlined"
            label={permission.isOptional ? t('required.optional') : t('required.required')}
          />
        </Box>
        {words !== permission.title && (
          <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
            {words}
          </Typography>
        )}
        {permission.audiences.length > 0 && (
          <Box
            component="ul"
            aria-label={t('audiences.label')}
            sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, listStyle: 'none', m: 0, mt: 1, p: 0 }}
          >
            {permission.audiences.map((audience) => (
              <li key={audience.id}>
                <Chip
                  size="small"
                  clickable
                  component={Anchor}
                  href={`${paths.permissions}?${new URLSearchParams({ tab: 'audiences', search: audience.title })}`}
                  icon={<AudienceIcon />}
                  label={audience.title}
                />
              </li>
            ))}
          </Box>
        )}
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.75 }}>
          {[
            t('list.peopleCount', {
              count: permission.people,
              formatted: formatNumber(permission.people, i18n.language),
            }),
            ...(permission.isOptional
              ? []
              : [dueWords(t, i18n.language, permission.due, { labelOf, document: permission.dueDocument?.title })]),
            ...(permission.applying ? [t('list.applying')] : []),
          ].join(' · ')}
          {' · '}
          {permission.updatedBy && `${t('list.changedBy', { name: permission.updatedBy })} `}
          <DateText value={permission.updatedAt} format="ago" />
        </Typography>
        {permission.applyFailed && (
          <Alert
            severity="error"
            sx={{ mt: 1 }}
            action={
              <Button
                color="inherit"
                size="small"
                disabled={isPending || permission.can.update !== null}
                onClick={() => applyAgain(permission)}
              >
                {t('list.applyAgain')}
              </Button>
            }
          >
            {t('list.applyFailedText')}
          </Alert>
        )}
      </Box>
      <ActionMenu
        label={t('list.actionsOf', { title: permission.title })}
        items={[
          {
            id: 'edit',
            label: t('list.edit'),
            icon: <EditIcon fontSize="small" />,
            reason: permission.can.update,
            run: onEdit,
          },
          {
            id: 'status',
            label: active ? t('list.deactivate') : t('list.activate'),
            icon: active ? <PauseIcon fontSize="small" /> : <PlayIcon fontSize="small" />,
            reason: permission.can.update,
            run: () => setStatus(permission, active ? 'inactive' : 'active'),
          },
        ]}
      />
    </Card>
  )
}
