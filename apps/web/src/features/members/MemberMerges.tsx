import type { Merge } from '@learnt/contract/merges'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { MergeDialog, type MergedPerson } from './MergeDialog.tsx'

/** Records that may be the same person's, the way to merge one of them, and merges that can be undone. */
export function MemberMerges({
  person,
  teamId,
  onChanged,
}: {
  person: MergedPerson
  teamId: string
  /** The record is another one than the page has. */
  onChanged: () => void
}) {
  const { t, i18n } = useTranslation(['merges', 'common'])
  const { t: problems } = useTranslation('problems')
  const params = { userId: person.userId }
  const alike = useQuery(queryOf(api.members.duplicates, { params }))
  const merges = useQuery(queryOf(api.merges.ofPerson, { params }))
  const [other, setOther] = useState<MergedPerson | null | 'choose'>(null)
  const undo = useSend(api.merges.undo, {
    outdates: ['members', 'merges', 'reports', 'permissions', 'learning', 'points', 'audit'],
    onSuccess: ({ kept, pointsMissing }) => {
      onChanged()
      const list = new Intl.ListFormat(i18n.language).format(kept)
      showToast({
        variant: kept.length > 0 || pointsMissing > 0 ? 'warning' : 'success',
        text: [
          t('undone'),
          kept.length > 0 ? t('undoneKept', { name: person.name, list }) : '',
          pointsMissing > 0 ? t('undoneMissing', { points: pointsMissing }) : '',
        ]
          .filter(Boolean)
          .join(' '),
      })
    },
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  const ask = async (merge: Merge) => {
    const sure = await confirm({
      title: t('undoTitle', { name: merge.gone.name }),
      text: t('undoText', { name: merge.stay.name }),
      confirmLabel: t('undo'),
    })
    if (sure) undo.mutate({ params: { mergeId: merge.id } })
  }
  const done = merges.data?.items.filter((one) => one.undoneAt === null) ?? []
  // those that are merged already are named above
  const merged = new Set(done.flatMap(({ stay, gone }) => [stay.userId, gone.userId]))
  const items = alike.data?.items.filter((one) => !merged.has(one.userId)) ?? []
  return (
    <FormSection title={t('title')} columns={1}>
      {done.map((merge) => {
        const isGone = merge.gone.userId === person.userId
        const otherOne = isGone ? merge.stay : merge.gone
        return (
          <Alert
            key={merge.id}
            severity={isGone ? 'warning' : 'info'}
            sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere' } }}
            action={
              new Date(merge.undoUntil) > new Date() && (
                <Button color="inherit" size="small" loading={undo.isPending} onClick={() => void ask(merge)}>
                  {t('undo')}
                </Button>
              )
            }
          >
            {t(isGone ? 'mergedInto' : 'mergedFrom')}{' '}
            <AppLink href={paths.user(otherOne.userId)}>{otherOne.name}</AppLink> · <DateText value={merge.madeAt} /> ·{' '}
            {merge.by} · {t('undoUntil')} <DateText value={merge.undoUntil} />
          </Alert>
        )
      })}
      {items.length === 0 ? (
        <Typography color="textSecondary">{t('none')}</Typography>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {items.map((one) => (
            <Box
              component="li"
              key={`${one.userId}:${one.teamId}`}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                gap: 1.5,
                alignItems: 'center',
                py: 1.5,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: '1 1 220px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <AppLink href={paths.user(one.userId)}>{one.name}</AppLink>
                <Typography variant="body2" color="textSecondary">
                  {one.email || '–'} · {t(`common:states.membership.${one.status}`)}
                </Typography>
                <Typography variant="body2">
                  {new Intl.ListFormat(i18n.language).format(one.signs.map((sign) => t(`signs.${sign}`)))}
                </Typography>
              </Box>
              <Button
                variant="outlined"
                size="small"
                aria-label={t('mergeNamed', { name: one.name })}
                onClick={() => setOther({ userId: one.userId, name: one.name })}
              >
                {t('merge')}
              </Button>
            </Box>
          ))}
        </Box>
      )}
      <Button sx={{ justifySelf: 'start' }} variant="outlined" color="inherit" onClick={() => setOther('choose')}>
        {t('mergeOther')}
      </Button>
      {other && (
        <MergeDialog
          person={person}
          teamId={teamId}
          other={other === 'choose' ? null : other}
          onClose={() => setOther(null)}
          onMerged={onChanged}
        />
      )}
    </FormSection>
  )
}
