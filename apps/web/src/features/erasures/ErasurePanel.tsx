import { type ErasureOfMember, ErasureWish, HoldInput } from '@learnt/contract/erasures'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { FormDialog } from '../../routes/FormDialog.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { askErasureOf, inputOf, outdatedByErasure, type PersonOf, whileRunning } from './asks.ts'
import { ErasureDialog } from './ErasureDialog.tsx'

type Asked = 'erase' | 'begin' | 'hold' | null

/**
 * Everything about erasing one person’s data: the request, the hold, and the way to the preview. A page has it twice:
 * at the `top`, shown when there is a request or a hold, and at the `end`, shown when there is none.
 */
export function ErasurePanel({ person, place }: { person: PersonOf; place: 'top' | 'end' }) {
  const { t } = useTranslation('erasures')
  const found = useQuery({
    ...askErasureOf(person),
    refetchInterval: ({ state }) => whileRunning(state.data ? [state.data.request] : undefined),
  })
  const [asked, setAsked] = useState<Asked>(null)
  const isAtEnd = place === 'end'
  const stands = found.data !== undefined && isStanding(found.data)
  const client = useQueryClient()
  const state = found.data?.request?.state
  const before = useRef(state)
  useEffect(() => {
    // the page still shows who it was
    if (before.current === 'running' && state === 'done') void client.invalidateQueries({ queryKey: ['members'] })
    before.current = state
  }, [client, state])
  const top = useRef<HTMLElement>(null)
  const stood = useRef<boolean | null>(null)
  useEffect(() => {
    // A new request moves the panel to the top of the page, so the focus follows it.
    if (stood.current === false && stands) top.current?.focus()
    if (found.data) stood.current = stands
  }, [found.data, stands])
  if (found.isError && !found.data)
    return isAtEnd ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : null
  if (!found.data) return null
  // an open dialog stays in the panel that opened it
  if (stands === isAtEnd && asked === null) return null
  const close = () => setAsked(null)
  return (
    <>
      {isAtEnd ? (
        <FormSection title={t('panel.title')} text={t('panel.text')} columns={1}>
          <Actions person={person} found={found.data} onAsk={setAsked} />
        </FormSection>
      ) : (
        <Box
          component="section"
          ref={top}
          tabIndex={-1}
          aria-label={t('panel.title')}
          sx={{ mb: 2.5, scrollMarginTop: 96, outline: 'none' }}
        >
          <State found={found.data} />
          <Actions person={person} found={found.data} onAsk={setAsked} />
        </Box>
      )}
      {asked === 'erase' && <ErasureDialog person={person} onClose={close} />}
      {asked === 'begin' && <BeginDialog person={person} onClose={close} />}
      {asked === 'hold' && <HoldDialog person={person} reason={found.data.hold?.reason ?? ''} onClose={close} />}
    </>
  )
}

const isStanding = ({ request, hold }: ErasureOfMember) =>
  hold !== null || (request !== null && ['open', 'held', 'running', 'done'].includes(request.state))

/** The current state: erased, being erased, on hold, or requested. */
function State({ found: { request, hold } }: { found: ErasureOfMember }) {
  const { t } = useTranslation('erasures')
  const wrap = { mb: 1.5, '& .MuiAlert-message': { overflowWrap: 'anywhere' } } as const
  const isOpen = request?.state === 'open' || request?.state === 'held'
  return (
    <>
      {request?.state === 'done' && (
        <Alert severity="info" sx={wrap}>
          {t('panel.done')} <DateText value={request.finishedAt} format="minute" />
          {request.keptUntil && (
            <>
              <br />
              {t('panel.kept')} <DateText value={request.keptUntil} />
            </>
          )}
        </Alert>
      )}
      {request?.state === 'running' && (
        <Alert severity="info" sx={wrap} role="status">
          {t('panel.running')}
        </Alert>
      )}
      {hold && (
        <Alert severity="error" sx={wrap}>
          <strong>{t('panel.held', { name: hold.heldBy })}</strong>
          <br />
          {t('panel.reason', { reason: hold.reason })}
        </Alert>
      )}
      {request && isOpen && (
        <Alert severity="warning" sx={wrap}>
          <strong>
            {request.begunBy === null ? t('panel.asked') : t('panel.begun', { name: request.begunBy })}{' '}
            <DateText value={request.askedAt} format="minute" />
          </strong>
          <br />
          {t('panel.due')} <DateText value={request.dueAt} />
          {request.reason && (
            <>
              <br />
              {t('panel.reason', { reason: request.reason })}
            </>
          )}
        </Alert>
      )}
    </>
  )
}

function Actions({
  person,
  found: { request, hold, can },
  onAsk,
}: {
  person: PersonOf
  found: ErasureOfMember
  onAsk: (asked: Asked) => void
}) {
  const { t } = useTranslation('erasures')
  const { t: words } = useTranslation('problems')
  const onError = (error: unknown) => showToast({ variant: 'error', text: problemText(words, error) })
  const dismiss = useSend(api.eraseRequests.dismiss, {
    outdates: [...outdatedByErasure],
    onSuccess: () => showToast({ variant: 'success', text: t('panel.dismissed') }),
    onError,
  })
  const release = useSend(api.erasures.release, {
    outdates: [...outdatedByErasure],
    onSuccess: () => showToast({ variant: 'success', text: t('holds.released') }),
    onError,
  })
  if (request?.state === 'done' || request?.state === 'running') return null
  const isOpen = request?.state === 'open' || request?.state === 'held'
  const askDismiss = async () => {
    const yes = await confirm({
      title: t('panel.dismissTitle'),
      text: t('panel.dismissText'),
      confirmLabel: t('panel.dismiss'),
    })
    if (yes) dismiss.mutate(inputOf(person))
  }
  const askRelease = async () => {
    const yes = await confirm({
      title: t('holds.releaseTitle'),
      text: t('holds.releaseText'),
      confirmLabel: t('holds.release'),
    })
    if (yes) release.mutate(inputOf(person))
  }
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ActionButton
        size="small"
        color="error"
        variant="outlined"
        reason={can.confirm ?? null}
        onClick={() => onAsk('erase')}
      >
        {t('panel.erase')}
      </ActionButton>
      {isOpen ? (
        <ActionButton
          size="small"
          color="inherit"
          loading={dismiss.isPending}
          reason={can.begin ?? null}
          onClick={() => void askDismiss()}
        >
          {t('panel.dismiss')}
        </ActionButton>
      ) : (
        <ActionButton size="small" color="inherit" reason={can.begin ?? null} onClick={() => onAsk('begin')}>
          {t('panel.begin')}
        </ActionButton>
      )}
      {hold ? (
        <ActionButton
          size="small"
          color="inherit"
          loading={release.isPending}
          reason={can.hold ?? null}
          onClick={() => void askRelease()}
        >
          {t('holds.release')}
        </ActionButton>
      ) : (
        <ActionButton size="small" color="inherit" reason={can.hold ?? null} onClick={() => onAsk('hold')}>
          {t('holds.hold')}
        </ActionButton>
      )}
    </Box>
  )
}

function BeginDialog({ person, onClose }: { person: PersonOf; onClose: () => void }) {
  const { t } = useTranslation('erasures')
  const form = useAppForm(ErasureWish, { defaultValues: { reason: '' } })
  const complain = useServerErrors(form)
  const begin = useSend(api.erasures.begin, {
    outdates: [...outdatedByErasure],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('panel.begunToast') })
      onClose()
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t('panel.beginTitle')}
      text={t('panel.beginText')}
      submitLabel={t('panel.begin')}
      isPending={begin.isPending}
      onSubmit={(body) => begin.mutate({ ...inputOf(person), body })}
      onClose={onClose}
    >
      <FormText name="reason" label={t('panel.beginReason')} multiline minRows={2} autoFocus />
    </FormDialog>
  )
}

function HoldDialog({ person, reason, onClose }: { person: PersonOf; reason: string; onClose: () => void }) {
  const { t } = useTranslation('erasures')
  const form = useAppForm(HoldInput, { defaultValues: { reason } })
  const complain = useServerErrors(form)
  const hold = useSend(api.erasures.hold, {
    outdates: [...outdatedByErasure],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('holds.held') })
      onClose()
    },
    onError: complain,
  })
  return (
    <FormDialog
      form={form}
      title={t('holds.title')}
      text={t('holds.text')}
      submitLabel={t('holds.hold')}
      isPending={hold.isPending}
      onSubmit={(body) => hold.mutate({ ...inputOf(person), body })}
      onClose={onClose}
    >
      <FormText name="reason" label={t('holds.reason')} autoFocus />
    </FormDialog>
  )
}
