import { cutText } from '@learnt/contract/cut-text'
import { documentTypes } from '@learnt/contract/document-kinds'
import type { FoundDocument } from '@learnt/contract/find-documents'
import type { Due, Permission } from '@learnt/contract/permissions'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { confirm } from '../../ui/dialogs.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import type { GivenDocument } from '../documents/kind.ts'
import { CountedDueField } from './CountedDueField.tsx'
import { dueWrongWords, isDueWrong } from './due.ts'
import { outdatedByRules } from './outdated.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { isRequestWrong, RequestField } from './RequestField.tsx'
import { RequiredField } from './RequiredField.tsx'
import { RuleBuilder } from './RuleBuilder.tsx'
import { firstForm, isUnfinished, matchesSomebody, readRule, writeRule } from './rule-form.ts'
import { ruleWords } from './rule-words.ts'
import { useLater } from './useLater.ts'
import { fieldsOfRules, useValueLabels } from './useValueLabels.ts'

export interface PermissionDialogProps {
  /** What the rule gives; null: to be chosen. */
  document: GivenDocument | null
  /** The permission that is changed; absent: a new one. */
  permission?: Permission
  onClose: () => void
}

/** A rule: who gets the document, how, and until when, with what saving it would change. Mount it to open it. */
export function PermissionDialog({ document, permission, onClose }: PermissionDialogProps) {
  const { t, i18n } = useTranslation('permissions')
  const { t: problems } = useTranslation('problems')
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('md'))
  const id = useId()
  const [chosen, setChosen] = useState<FoundDocument | null>(null)
  const [ownTitle, setOwnTitle] = useState<string | null>(permission?.title ?? null)
  const [form, setForm] = useState(() => (permission ? readRule(permission.rule, permission.audiences) : firstForm()))
  const [isOptional, setOptional] = useState(permission?.isOptional ?? false)
  const [request, setRequest] = useState(permission?.request ?? null)
  const [due, setDue] = useState<Due>(permission?.due ?? { kind: 'none' })
  const [active, setActive] = useState(permission?.status !== 'inactive')
  const [tried, setTried] = useState(false)
  const [touched, setTouched] = useState(false)

  const rule = useMemo(() => writeRule(form), [form])
  const labelOf = useValueLabels(fieldsOfRules(permission ? [rule, permission.rule] : [rule]))
  const suggested = matchesSomebody(form)
    ? cutText(ruleWords(t, i18n.language, rule, labelOf, form.audiences), 200)
    : ''
  // a name that was the rule's own words follows the rule
  const named =
    permission &&
    cutText(ruleWords(t, i18n.language, permission.rule, labelOf, permission.audiences), 200) === permission.title
  const title = ownTitle === null || (named && ownTitle === permission.title) ? suggested : ownTitle
  const documentType = permission?.documentType ?? document?.type ?? chosen?.type ?? 'course'
  const documentId = permission?.documentId ?? document?.id ?? chosen?.id
  const status = active ? ('active' as const) : ('inactive' as const)

  const question =
    documentId && (matchesSomebody(form) || permission)
      ? {
          documentType,
          documentId,
          status,
          isOptional,
          rule,
          ...(permission ? { permissionId: permission.id } : {}),
        }
      : null
  const asked = useLater(question, 400)
  const preview = useQuery({
    queryKey: ['permissions', 'preview', asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('Nothing to ask')
      return call(api.permissions.preview, { body: asked }, { signal })
    },
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: 1,
  })
  const stale = question !== null && (JSON.stringify(asked) !== JSON.stringify(question) || preview.isFetching)
  const lose = !stale && preview.data ? preview.data.lose.count : 0

  const done = (words: string) => {
    showToast({ variant: 'success', text: words })
    onClose()
  }
  const outdates = outdatedByRules
  const create = useSend(api.permissions.create, {
    outdates,
    onSuccess: (made) => done(t('dialog.created', { title: made.title })),
  })
  const update = useSend(api.permissions.update, {
    outdates,
    onSuccess: (changed) => done(t('dialog.saved', { title: changed.title })),
  })
  const sending = create.isPending || update.isPending
  const error = create.error ?? update.error
  const complaint = (field: string) =>
    isProblem(error)
      ? error.errors.find((one) => one.path.replace(/^body\./, '').startsWith(field))?.message
      : undefined

  const dueWrong = !isOptional && isDueWrong(due)
  const requestWrong = isOptional && isRequestWrong(request)
  const own = {
    document: tried && !documentId ? fieldText(problems, 'required') : complaint('documentId'),
    title: tried && !title.trim() ? fieldText(problems, 'required') : complaint('title'),
    due: tried && dueWrong ? t(dueWrongWords(due)) : complaint('due'),
    request: tried && requestWrong ? t('request.daysWrong') : complaint('request'),
    rule: complaint('rule'),
  }
  const save = async () => {
    setTried(true)
    if (
      !documentId ||
      !title.trim() ||
      dueWrong ||
      requestWrong ||
      isUnfinished(form) ||
      (!matchesSomebody(form) && !permission)
    )
      return
    if (lose > 0) {
      const yes = await confirm({
        title: t('dialog.loseTitle', { count: lose }),
        text: t('dialog.loseText'),
        confirmLabel: t('dialog.loseYes'),
        danger: true,
      })
      if (!yes) return
    }
    const body = {
      title: title.trim(),
      status,
      isOptional,
      request: isOptional ? request : null,
      rule,
      due: isOptional ? { kind: 'none' as const } : due,
    }
    if (permission) update.mutate({ params: { permissionId: permission.id }, body })
    else create.mutate({ body: { ...body, documentType, documentId } })
  }
  const close = useCloseGuard(touched, onClose)

  return (
    <Dialog
      open
      onClose={sending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="lg"
      fullWidth
      aria-labelledby={id}
      slotProps={{ paper: { sx: { maxWidth: { md: 1040 } } } }}
    >
      <Box
        component="form"
        noValidate
        onChange={() => setTouched(true)}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
      >
        <DialogTitle id={id}>{permission ? t('dialog.editTitle') : t('dialog.newTitle')}</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 3,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' },
            alignItems: 'start',
            pt: '8px !important',
          }}
        >
          <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
            {document || permission ? (
              <TextField
                size="small"
                label={t('dialog.document')}
                value={permission?.documentTitle ?? document?.title ?? ''}
                slotProps={{ input: { readOnly: true } }}
              />
            ) : (
              <DocumentPicker
                size="small"
                required
                label={t('dialog.document')}
                kinds={documentTypes}
                value={chosen}
                onPick={(found) => {
                  setChosen(found)
                  setTouched(true)
                }}
                onClear={() => setChosen(null)}
                error={own.document}
              />
            )}
            <RuleBuilder
              value={form}
              complain={tried}
              onChange={(next) => {
                setForm(next)
                setTouched(true)
              }}
            />
            {tried && !matchesSomebody(form) && !permission && <Alert severity="error">{t('builder.nobodyYet')}</Alert>}
            {own.rule && <Alert severity="error">{own.rule}</Alert>}
            <RequiredField
              isOptional={isOptional}
              onChange={(next) => {
                setOptional(next)
                setTouched(true)
              }}
            />
            {isOptional && (
              <RequestField
                value={request}
                error={own.request}
                onChange={(next) => {
                  setRequest(next)
                  setTouched(true)
                }}
              />
            )}
            {!isOptional && (
              <CountedDueField
                documentId={documentId}
                dueDocument={permission?.dueDocument ?? null}
                value={due}
                error={own.due}
                onChange={(next) => {
                  setDue(next)
                  setTouched(true)
                }}
              />
            )}
            <TextField
              size="small"
              required
              label={t('dialog.title')}
              value={title}
              onChange={(event) => setOwnTitle(event.target.value)}
              error={Boolean(own.title)}
              helperText={own.title ?? t('dialog.titleHelp')}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
            <Box>
              <FormControlLabel
                control={<Switch checked={active} onChange={(_, on) => setActive(on)} />}
                label={t('dialog.active')}
              />
              <FormHelperText sx={{ m: 0 }}>{t('dialog.activeHelp')}</FormHelperText>
            </Box>
          </Box>
          <Box sx={{ position: { md: 'sticky' }, top: 0, minWidth: 0 }}>
            <PreviewPanel preview={question ? preview : null} stale={stale} />
          </Box>
          {error && !own.title && !own.rule && !own.due && !own.request && (
            <Alert severity="error" role="alert" sx={{ gridColumn: '1 / -1' }}>
              {problemText(problems, error)}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          {phone && question && preview.data && (
            <Typography variant="caption" color="textSecondary" sx={{ flex: 1, opacity: stale ? 0.6 : 1 }}>
              {t('preview.gain', counted(preview.data.gain.count, i18n.language))} ·{' '}
              {t('preview.lose', counted(preview.data.lose.count, i18n.language))}
            </Typography>
          )}
          <Button color="inherit" onClick={() => void close()} disabled={sending}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={sending}>
            {permission ? t('dialog.save') : t('dialog.create')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  )
}

function counted(count: number, language: string) {
  return { count, formatted: formatNumber(count, language) }
}
