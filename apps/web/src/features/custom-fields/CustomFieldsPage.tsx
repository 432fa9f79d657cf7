import { type CustomField, nameOfField } from '@learnt/contract/custom-fields'
import { findLocale } from '@learnt/contract/locales'
import { organisationFields } from '@learnt/contract/team-values'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import type { Loader } from '../../routes/route-book.ts'
import { SettingsFrame } from '../../shell/SettingsFrame.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { FormSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { CustomFieldDialog } from './CustomFieldDialog.tsx'
import { askCustomFields } from './useCustomFields.ts'

export const loader: Loader = ({ client }) => client.prefetchQuery(askCustomFields())

/** What the organisation calls its own fields of people, of what kind they are, and who sees and edits them. */
export function CustomFieldsPage() {
  const { t } = useTranslation('customFields')
  const all = useQuery(askCustomFields())
  const [edited, setEdited] = useState<{ field: CustomField['field'] | null } | null>(null)
  const items = all.data?.items ?? []
  const free = organisationFields.filter((name) => !items.some((one) => one.field === name))
  const reason = all.data?.can.update ?? null
  return (
    <SettingsFrame
      title={t('title')}
      text={t('text')}
      actions={
        <ActionButton
          variant="contained"
          reason={reason}
          reasonWords={free.length === 0 ? t('allUsed') : undefined}
          onClick={() => setEdited({ field: null })}
        >
          {t('add')}
        </ActionButton>
      }
    >
      {all.isError && !all.data && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && <FormSkeleton />}
      {all.data && items.length === 0 && <EmptyState title={t('empty')} text={t('emptyText')} />}
      {items.length > 0 && (
        <Card component="section" aria-label={t('title')} sx={{ px: { xs: 2, sm: 3 } }}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {items.map((field) => (
              <FieldRow
                key={field.field}
                field={field}
                reason={reason}
                onEdit={() => setEdited({ field: field.field })}
              />
            ))}
          </Box>
        </Card>
      )}
      {edited && (
        <CustomFieldDialog
          key={edited.field ?? 'new'}
          field={items.find((one) => one.field === edited.field) ?? null}
          free={free}
          place={items.length + 1}
          onClose={() => setEdited(null)}
        />
      )}
    </SettingsFrame>
  )
}

function FieldRow({ field, reason, onEdit }: { field: CustomField; reason: string | null; onEdit: () => void }) {
  const { t, i18n } = useTranslation('customFields')
  const { t: words } = useTranslation('problems')
  const name = nameOfField(field, findLocale(i18n.language) ?? 'en')
  const remove = useSend(api.customFields.remove, {
    outdates: ['customFields'],
    onSuccess: () => showToast({ variant: 'success', text: t('removed', { name }) }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const askRemove = async () => {
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      confirmLabel: t('remove'),
      danger: true,
    })
    if (isSure) remove.mutate({ params: { field: field.field } })
  }
  const facts = [
    t(`kinds.${field.kind}`),
    ...(field.isRequired ? [t('required')] : []),
    ...(field.inList ? [t('shownInList')] : []),
    ...(['person', 'manager', 'administrator'] as const).map((who) =>
      t('who', { who: t(`onlookers.${who}`), access: t(`access.${field.access[who]}`) }),
    ),
  ]
  return (
    <Box
      component="li"
      sx={{
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        '&:last-of-type': { borderBottom: 0 },
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
      }}
    >
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" color="textSecondary">
          <bdi>{field.field}</bdi> · {facts.join(' · ')}
        </Typography>
      </Box>
      {/* The two stay side by side. */}
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <ActionButton
          variant="outlined"
          size="small"
          reason={reason}
          aria-label={t('editNamed', { name })}
          onClick={onEdit}
        >
          {t('edit')}
        </ActionButton>
        {!reason && (
          <Button
            size="small"
            color="error"
            loading={remove.isPending}
            aria-label={t('removeNamed', { name })}
            onClick={() => void askRemove()}
          >
            {t('remove')}
          </Button>
        )}
      </Box>
    </Box>
  )
}
